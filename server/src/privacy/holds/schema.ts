import { type Static, Type } from 'typebox'
import { Closed, Deleted, IdOf, OneOf, PageQuery, Paging, Time } from '../../core/contracts/schema.ts'

export const Hold = Type.Object(
  {
    id: Type.String({ description: 'ID of the inspection' }),
    object_type: OneOf(['HOLD']),
    reason: Type.String(),
    created_at: Time,
    created_by: Type.String(),
  },
  { $id: 'Hold' },
)
export type Hold = Static<typeof Hold>

export const HoldInspection = Closed({
  reason: Type.String({ minLength: 1, maxLength: 1_000, description: 'why it must stay' }),
})
export type HoldInspection = Static<typeof HoldInspection>

export const HoldParams = Type.Object({ inspection_id: IdOf('inspection') })
export const HoldQuery = Closed({
  ...PageQuery('inspection'),
  inspection_id: Type.Optional(IdOf('inspection', { description: 'only the hold of this inspection' })),
})
export type HoldQuery = Static<typeof HoldQuery>
export const HoldList = Type.Object({ data: Type.Array(Type.Ref('Hold')), paging: Paging })
export const ReleasedHold = Deleted('HOLD')
