import { type Static, Type } from 'typebox'
import type { PublishedEvent } from '../../core/contracts/event-body.ts'
import { EXAMPLE_VALUES } from '../../core/contracts/examples.ts'
import { OneOf, Time } from '../../core/contracts/schema.ts'
import { TASK_NAMES, taskNameOf } from '../../core/contracts/tasks.ts'
import { CALLBACK_EVENTS, callbackEventOf } from './callback-request.ts'

const TaskCallback = Type.Object({
  id: Type.String({ description: 'ID of the event; the same when resent, and in `webhook-id`' }),
  event: OneOf(CALLBACK_EVENTS),
  created_at: Time,
  inspection_id: Type.String(),
  task_name: OneOf(TASK_NAMES),
  status: OneOf(['DONE', 'ERROR']),
})
export type TaskCallback = Static<typeof TaskCallback>

/** What the callback of a task tells of the event that its task has ended. */
export function callbackBody(
  event: Pick<PublishedEvent, 'id' | 'type' | 'payload' | 'created_at' | 'inspection_id'>,
): TaskCallback {
  const callbackEvent = callbackEventOf(event.type)
  const task_name = taskNameOf(String(event.payload.name))
  if (!callbackEvent || !task_name) throw new Error(`no task ended with the event ${event.id}`)
  return {
    id: event.id,
    event: callbackEvent,
    created_at: event.created_at,
    inspection_id: event.inspection_id,
    task_name,
    status: callbackEvent === 'STATUS_SET_TO_DONE' ? 'DONE' : 'ERROR',
  }
}

const example = {
  id: '0199a3c8-2f40-7d11-9b6c-4e8a0c5d7f12',
  event: 'STATUS_SET_TO_DONE',
  created_at: '2026-11-14T09:31:07.402318+00:00',
  inspection_id: EXAMPLE_VALUES.inspection_id,
  task_name: 'damage_detection',
  status: 'DONE',
} satisfies TaskCallback

const header = (name: string, description: string, value: string) => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: { type: 'string' },
  example: value,
})

/** What a client asks for with `callbacks` of a task, as OpenAPI describes it. */
export const TASK_CALLBACKS = {
  taskEnded: {
    // An expression can name one place only; it stands for every callback of every task.
    '{$request.body#/tasks/damage_detection/callbacks/0/url}': {
      post: {
        summary: 'A task has ended',
        description:
          'The service sends this request for each callback of a task, with the `headers` of the callback and its `params` as query parameters. `callback_event` (also `callbackEvent` or `event`) selects one or both events; by default, both are sent. Callbacks are signed (Standard Webhooks 1.0) with the callback secret of the organization and retried like webhooks. Redirects are not followed. You cannot set these headers: `Host`, `User-Agent`, `Date`, `Via`, `Forwarded`, `Expect`, cookies, connection headers, and headers that start with `Content-`, `Proxy-`, `X-Forwarded-` or `webhook-`.',
        parameters: [
          header('webhook-id', 'ID of the event. A resent event has the same ID.', example.id),
          header('webhook-timestamp', 'Time of this attempt, in seconds since 1970.', '1794648667'),
          header(
            'webhook-signature',
            '`v1,` followed by the base64 of the HMAC-SHA256 of `{id}.{timestamp}.{body}`. While an old secret is still valid, two signatures separated by a space.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: TaskCallback,
              examples: { done: { summary: 'The task is done', value: example } },
            },
          },
        },
        responses: { '2XX': { description: 'Received. Any other answer counts as not received.' } },
      },
    },
  },
}
