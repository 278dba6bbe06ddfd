import { eventBody, eventBodySchema } from '../../core/contracts/event-body.ts'
import { EVENTS, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../core/contracts/event-types.ts'
import { EXAMPLE_VALUES } from '../../core/contracts/examples.ts'
import {
  JSON_TYPE,
  type Operation,
  type Parameter,
  type Schema,
} from '../../core/contracts/openapi-document.ts'

const header = (name: string, description: string, example: string): Parameter => ({
  in: 'header',
  name,
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const EVENT_ID = '0199a3c8-2f40-7d11-9b6c-4e8a0c5d7f12'
const HEADERS = [
  header('webhook-id', 'ID of the event. A resent event has the same ID.', EVENT_ID),
  header('webhook-timestamp', 'Time of this attempt, in seconds since 1970.', '1794648667'),
  header(
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of `{id}.{timestamp}.{body}`; several, separated by spaces, while a secret is replaced.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

/** Something of the right kind for a field of a payload, for the example. */
function exampleOf(name: string, schema: Schema): unknown {
  const known: Record<string, string> = EXAMPLE_VALUES
  if (known[name]) return known[name]
  if (name === 'name') return 'damage_detection'
  if (name === 'due_at') return EXAMPLE_VALUES.later
  if (name === 'decision') return 'upheld'
  if (name === 'from_status') return 'NOT_STARTED'
  if (name === 'reason') return 'the picture could not be read'
  if (name === 'damage_type') return 'scratch'
  if (name === 'task_names') return ['damage_detection']
  if (name === 'part_ids') return [EXAMPLE_VALUES.part_id]
  return schema.type === 'integer' ? 1 : true
}

function webhookOf(type: WebhookEventType): Operation {
  const { text, payload } = EVENTS[type]
  const schemas = Object.entries<Schema>(payload.properties)
  const example = eventBody({
    id: EVENT_ID,
    type,
    created_at: EXAMPLE_VALUES.later,
    inspection_id: EXAMPLE_VALUES.inspection_id,
    payload: Object.fromEntries(schemas.map(([name, schema]) => [name, exampleOf(name, schema)])),
  })
  // A TypeBox schema is a JSON schema whose type does not show its keywords.
  const schema = eventBodySchema(type) as unknown as Schema
  return {
    operationId: type,
    summary: text,
    tags: ['events'],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { [JSON_TYPE]: { schema, examples: { event: { value: example } } } },
    },
    responses: { '2XX': { description: 'Received. Any other answer counts as not received.' } },
  }
}

/** What is sent to webhook endpoints, by type of event. */
export const WEBHOOKS: Record<string, Record<string, Operation>> = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map((type) => [type, { post: webhookOf(type) }]),
)
