import { type Static, Type } from 'typebox'
import { OWNERSHIP_FILTERS } from '../../core/access/scope.ts'
import { EVENT_TYPES, type EventType } from '../../core/contracts/event-types.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { Closed, IdOf, OneOf, Time } from '../../core/contracts/schema.ts'

const Query = {
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'event types to include, separated by commas, such as `task.done,task.failed`',
    }),
  ),
  last_event_id: Type.Optional(
    Type.String({ description: 'the same as the header `Last-Event-ID`, for clients that cannot send it' }),
  ),
  ticket: Type.Optional(
    Type.String({ description: 'a ticket in place of a token, for clients that cannot send headers' }),
  ),
}

export const StreamInspectionEventsQuery = Closed(Query)
export type StreamQuery = Static<typeof StreamInspectionEventsQuery>

export const StreamEventsQuery = Closed({
  ...Query,
  ownership_filter: OneOf(OWNERSHIP_FILTERS, {
    default: 'own_resources',
    description: 'whose inspections to include; others require permission to read them',
  }),
})

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description: '`id` of the last event received; the stream starts with the events after it',
    }),
  ),
})

export const StreamParams = Type.Object({ inspection_id: IdOf('inspection') })

/** An answer that does not end, as the document shows it. */
export const EventStreamAnswer = Type.Unsafe<unknown>({
  description:
    'Events as they happen (server-sent events). `event` is the type, `id` where to come back to, `data` the same JSON object that webhooks send.',
  content: { 'text/event-stream': { schema: { type: 'string', contentMediaType: 'text/event-stream' } } },
})

export const CreateStreamTicket = Closed({
  inspection_id: Type.Optional(
    IdOf('inspection', { description: 'ID of the inspection; without it, all inspections you can list' }),
  ),
  types: Type.Optional(
    Type.Array(OneOf(EVENT_TYPES), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      description: 'event types to include',
    }),
  ),
})
export type CreateStreamTicket = Static<typeof CreateStreamTicket>

export const StreamTicket = Type.Object({
  ticket: Type.String({ description: 'opens one stream, once' }),
  expires_at: Time,
  url: Type.String({ description: 'URL of the stream, including the ticket' }),
})

/** The types that a stream is narrowed to, or null for all. A type that does not exist is a mistake of the client. */
export function typesOf(given: string | readonly string[] | undefined): ReadonlySet<EventType> | null {
  if (given === undefined) return null
  const names = typeof given === 'string' ? given.split(',').map((name) => name.trim()) : given
  const types = EVENT_TYPES.filter((type) => names.includes(type))
  const unknown = names.filter((name) => !types.some((type) => type === name))
  if (unknown.length > 0)
    throw new Problem('request_invalid', {}, [
      { field: 'types', message: `must be types of events: ${EVENT_TYPES.join(', ')}` },
    ])
  return new Set(types)
}
