import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf } from '../../core/contracts/schema.ts'

/** What a contract may ask for that no picture shows. Whoever looks at the vehicle has to check it. */
const WEAR_CONDITIONS = ['not_through_paint', 'paint_intact', 'polishable', 'not_rusted'] as const

const Words = Type.Array(Type.String())

/** One thing that a contract takes as fair wear, or never does. The first rule that fits a damage is its rule. */
const WearRule = Closed({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_]{0,63}$' }),
  /** Parts by name, by the words a name begins with, by kind or by zone. None of them means every part. */
  applies: Closed({ types: Type.Array(OneOf(DAMAGE_TYPES), { minItems: 1 }), parts: Words }),
  /** The longest side that is accepted; null for any. */
  limit_mm: Nullable(Type.Integer({ minimum: 0, maximum: 10_000 })),
  limit_depth_mm: Nullable(Type.Number({ minimum: 0 })),
  max_per_panel: Nullable(Type.Integer({ minimum: 1 })),
  /** Where nothing is accepted, named as `parts` are. */
  excluded_zones: Words,
  requires: Type.Array(OneOf(WEAR_CONDITIONS)),
  /** `billable` for what is never accepted. */
  verdict: OneOf(['within_wear', 'billable']),
})
export type WearRule = Static<typeof WearRule>

export const WearPack = Closed({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
  version: Type.String({ minLength: 1, maxLength: 40 }),
  source: Type.String({ minLength: 1 }),
  rules: Type.Array(WearRule, { minItems: 1 }),
})
export type WearPack = Static<typeof WearPack>
