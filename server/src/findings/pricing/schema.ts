import { type Static, Type } from 'typebox'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import { Closed, Deleted, IdOf, Nullable, OneOf, Reason, Time, Version } from '../../core/contracts/schema.ts'
import { Effect } from './estimate-effect.ts'

const RELATED_ITEM_TYPES = ['part', 'vehicle'] as const
export type RelatedItemType = (typeof RELATED_ITEM_TYPES)[number]

const AMOUNT_MAX = 1e9

export const Amount = Type.Number({
  minimum: 0,
  maximum: AMOUNT_MAX,
  description: 'in major units; rounded to the minor unit of the currency',
})

export const CreatePricing = Closed({
  pricing: Amount,
  related_item_type: OneOf(RELATED_ITEM_TYPES),
  part_type: Type.Optional(Nullable(OneOf(PART_TYPES, { description: 'ignored with `vehicle`' }))),
  reason: Reason,
})
export type CreatePricing = Static<typeof CreatePricing>

export const UpdatePricing = Closed({ pricing: Amount, reason: Reason })
export type UpdatePricing = Static<typeof UpdatePricing>

export const Pricing = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['PRICING']),
    inspection_id: Type.String(),
    created_at: Time,
    deleted_at: Nullable(Time),
    created_by: Type.String({ description: '`algo` for a model, otherwise the author' }),
    is_user_modified: Type.Boolean(),
    related_item_type: OneOf(RELATED_ITEM_TYPES),
    related_item_id: Type.String({ description: 'id of the part or of the vehicle' }),
    part_type: Type.Optional(OneOf(PART_TYPES)),
    pricing: Nullable(Type.Number({ description: 'in major units' })),
    currency: Type.String({ description: 'ISO 4217' }),
    operations: Type.Array(Type.String()),
    hours: Type.Record(Type.String(), Type.Number()),
    version: Version,
  },
  { $id: 'Pricing' },
)
export type Pricing = Static<typeof Pricing>

export const CorrectedPricing = Type.Object({ ...Pricing.properties, ...Effect })
export type CorrectedPricing = Static<typeof CorrectedPricing>

export const DeletedPricing = Type.Object({ ...Deleted('PRICING').properties, ...Effect })
export type DeletedPricing = Static<typeof DeletedPricing>

export const PricingsParams = Type.Object({ inspection_id: IdOf('inspection') })
export const PricingParams = Type.Object({ inspection_id: IdOf('inspection'), pricing_id: IdOf('pricing') })
