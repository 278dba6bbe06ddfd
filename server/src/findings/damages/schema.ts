import { type Static, Type } from 'typebox'
import { DAMAGE_TYPES } from '../../core/contracts/damage-types.ts'
import { PART_SOURCES, SIZE_SOURCES } from '../../core/contracts/findings.ts'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import {
  Closed,
  Deleted,
  Free,
  IdOf,
  Nullable,
  OneOf,
  Reason,
  Time,
  Version,
} from '../../core/contracts/schema.ts'
import { Effect } from '../pricing/estimate-effect.ts'

export const CreateDamage = Closed({
  damage_type: OneOf(DAMAGE_TYPES),
  part_type: OneOf(PART_TYPES, {
    description: 'the part is created if the inspection does not have one of this type',
  }),
  reason: Reason,
})
export type CreateDamage = Static<typeof CreateDamage>

const SIZE_CM_MAX = 10_000

export const UpdateDamage = Closed({
  damage_type: Type.Optional(OneOf(DAMAGE_TYPES)),
  part_type: Type.Optional(
    OneOf(PART_TYPES, {
      description: 'the part is created if the inspection does not have one of this type',
    }),
  ),
  damage_size_cm: Type.Optional(
    Nullable(
      Type.Number({ exclusiveMinimum: 0, maximum: SIZE_CM_MAX, description: 'as measured by a person' }),
    ),
  ),
  is_confirmed: Type.Optional(Type.Boolean({ description: 'whether a person confirms the damage' })),
  reason: Reason,
})
export type UpdateDamage = Static<typeof UpdateDamage>

const fields = {
  id: Type.String(),
  object_type: OneOf(['DAMAGE']),
  label: Type.String({
    description:
      'what the damage is called in the inspection, such as `D3`; given once, the same in console and report',
  }),
  inspection_id: Type.String(),
  created_at: Time,
  deleted_at: Nullable(Time),
  created_by: Type.String({ description: '`algo` for a model, otherwise the author' }),
  damage_type: OneOf(DAMAGE_TYPES),
  damage_size_cm: Nullable(Type.Number({ description: 'longest side; null where no scale is known' })),
  size_cm_low: Type.Optional(Type.Number({ description: 'lower bound of the size' })),
  size_cm_high: Type.Optional(Type.Number({ description: 'upper bound of the size' })),
  scale_source: Type.Optional(OneOf(SIZE_SOURCES, { description: 'basis of the size' })),
  confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'confidence of the model: the share of such findings that are correct; absent for damages added by a person',
    }),
  ),
  part_confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'confidence of the model in the part' }),
  ),
  part_source: Type.Optional(
    OneOf(PART_SOURCES, { description: 'how the part was determined; `none` if it is unknown' }),
  ),
  part_ids: Type.Array(Type.String()),
  severity_level: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 3,
        description:
          'how severe it is, as its part is rated: 0 none, 1 minor, 2 moderate, 3 severe; null while no part of it is rated. In the inspection only',
      }),
    ),
  ),
  related_images: Type.Optional(Type.Array(Free)),
  is_user_modified: Type.Boolean({ description: 'whether a person changed type, part or size' }),
  confirmed_by: Nullable(Type.String({ description: 'who confirmed the damage in its current form' })),
  confirmed_at: Nullable(Time),
  version: Version,
}

export const Damage = Type.Object(fields, { $id: 'Damage' })
export type Damage = Static<typeof Damage>

/** What a correction answers: also the names the interface specification has for the part. */
export const DamageOnPart = Type.Object({
  ...fields,
  part_type: OneOf(PART_TYPES),
  parts: Type.Array(Type.String(), { description: 'the same as `part_ids`' }),
})
export type DamageOnPart = Static<typeof DamageOnPart>

export const CorrectedDamage = Type.Object({ ...DamageOnPart.properties, ...Effect })
export type CorrectedDamage = Static<typeof CorrectedDamage>

export const DeletedDamage = Type.Object({
  ...Deleted('DAMAGE').properties,
  parts: Type.Array(Type.String()),
  ...Effect,
})
export type DeletedDamage = Static<typeof DeletedDamage>

export const DamagesParams = Type.Object({ inspection_id: IdOf('inspection') })
export const DamageParams = Type.Object({ inspection_id: IdOf('inspection'), damage_id: IdOf('damage') })
