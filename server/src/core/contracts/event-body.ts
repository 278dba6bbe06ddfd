import { Type } from 'typebox'
import { EVENTS, type EventType } from './event-types.ts'
import { Time } from './schema.ts'

/** An event with its place in the order in which listeners are told. */
export type PublishedEvent = {
  position: number
  org_id: string
  owner_id: string
  inspection_id: string
  id: string
  type: EventType
  payload: Record<string, unknown>
  created_by: string | null
  created_at: string
}

export type EventBody = {
  id: string
  type: EventType
  timestamp: string
  data: Record<string, unknown> & { inspection_id: string }
}

/** What every listener is told of an event, by stream or by webhook. */
export function eventBody(
  event: Pick<PublishedEvent, 'id' | 'type' | 'created_at' | 'inspection_id' | 'payload'>,
): EventBody {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.created_at,
    data: { inspection_id: event.inspection_id, ...event.payload },
  }
}

/** The schema of the body of one type. */
export const eventBodySchema = (type: EventType) =>
  Type.Object({
    id: Type.String({ description: 'ID of the event; the same whenever it is sent again' }),
    type: Type.Literal(type),
    timestamp: Time,
    data: Type.Object({
      inspection_id: Type.String({ description: 'id of the inspection' }),
      ...EVENTS[type].payload.properties,
    }),
  })
