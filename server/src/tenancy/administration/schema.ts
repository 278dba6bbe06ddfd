import { type Static, Type } from 'typebox'
import { ADMINISTRATION_TYPES, AdministrationPayload } from '../../core/contracts/administration-types.ts'
import { Closed, Nullable, OneOf, PageQuery, Paging, Time } from '../../core/contracts/schema.ts'

export const AdministrationEvent = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['ADMINISTRATION_EVENT']),
    created_at: Time,
    created_by: Type.String({ description: 'subject of the token' }),
    request_id: Nullable(Type.String({ description: 'ID of the request in the log' })),
    type: OneOf(ADMINISTRATION_TYPES, { description: 'what happened' }),
    payload: AdministrationPayload,
  },
  { $id: 'AdministrationEvent' },
)
export type AdministrationEvent = Static<typeof AdministrationEvent>

export const AdministrationEventList = Type.Object({
  data: Type.Array(Type.Ref('AdministrationEvent')),
  paging: Paging,
})
export const AdministrationEventQuery = Closed(PageQuery('administration_event'))
