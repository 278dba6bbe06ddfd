import { Type } from 'typebox'
import { EXAMPLE_VALUES } from '../contracts/examples.ts'
import { OneOf, Time } from '../contracts/schema.ts'
import { TASK_NAMES } from '../contracts/tasks.ts'

const CALLBACK_EVENTS = ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'] as const

const TaskCallback = Type.Object({
  id: Type.String({ description: 'of this message; the same when it is sent again' }),
  event: OneOf(CALLBACK_EVENTS),
  created_at: Time,
  inspection_id: Type.String(),
  task_name: OneOf(TASK_NAMES),
  status: OneOf(['DONE', 'ERROR']),
})

const example = {
  id: '0199a3c8-2f40-7d11-9b6c-4e8a0c5d7f12',
  event: 'STATUS_SET_TO_DONE',
  created_at: '2026-11-14T09:31:07.402318+00:00',
  inspection_id: EXAMPLE_VALUES.inspection_id,
  task_name: 'damage_detection',
  status: 'DONE',
}

/** What a client asks for with `callbacks` of a task, as OpenAPI describes it. */
export const TASK_CALLBACKS = {
  taskEnded: {
    // An expression can name one place only; it stands for every callback of every task.
    '{$request.body#/tasks/damage_detection/callbacks/0/url}': {
      post: {
        summary: 'A task has ended',
        description:
          'This version stores callbacks and does not send them yet. When they are sent, each callback of a task gets this request with the `headers` of the callback, and its `params` as query parameters. `callback_event` (also `callbackEvent` or `event`) picks one or both events; without it both are sent.',
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
