import { type Static, Type } from 'typebox'
import { Nullable } from '../../core/contracts/schema.ts'

/** What a correction does to the sum of all prices. */
export const EstimateEffect = Type.Object({
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  before: Nullable(Type.Number({ description: 'in major units; null if currencies are mixed' })),
  after: Nullable(Type.Number({ description: 'in major units; null if currencies are mixed' })),
  difference: Nullable(Type.Number({ description: 'in major units' })),
})
export type EstimateEffect = Static<typeof EstimateEffect>

/** What every answer to a correction has beside the thing itself. */
export const Effect = { estimate_effect: Type.Optional(Nullable(EstimateEffect)) }
