import { eventBody } from '../../core/contracts/event-body.ts'
import type { EventType } from '../../core/contracts/event-types.ts'
import type { Message } from '../../core/platform/egress.ts'
import type { OrganizationKeys } from '../../core/platform/organization-keys.ts'
import { callbackPlace, callbackRequest, openCallback } from './callback-request.ts'
import { TEST_EVENT } from './schema.ts'
import { openSecrets } from './secrets.ts'
import { signatureHeaders } from './sign.ts'
import { callbackBody } from './task-callbacks.ts'

/** A message that is ours to send until the lease runs out. */
export type ClaimedDelivery = {
  org_id: string
  id: string
  lease_id: string
  endpoint_id: string
  kind: 'endpoint' | 'callbacks'
  is_quick: boolean
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  event_id: string
  event_type: string
  event_created_at: string
  inspection_id: string | null
  payload: Record<string, unknown> | null
  task_id: string | null
  callback_index: number | null
  callback: unknown
  attempt_count: number
  earlier_attempt_count: number
  /** When it was claimed, by the clock of the database. The clock of this process decides nothing. */
  called_at: string
}

type Unsealing = Pick<OrganizationKeys, 'unseal'>

export type Addressed = { url: string; message: Message }

/** What is sent to whom. Throws with the reason where that cannot be said. */
export async function addressDelivery(keys: Unsealing, delivery: ClaimedDelivery): Promise<Addressed> {
  const nowMs = Date.parse(delivery.called_at)
  const secrets = await openSecrets(keys, { ...delivery, id: delivery.endpoint_id }, delivery, nowMs)
  const { url, headers, body } =
    delivery.kind === 'callbacks' ? await callbackOf(keys, delivery) : eventOf(delivery)
  return {
    url,
    message: {
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...signatureHeaders(secrets, delivery.event_id, nowMs, body),
      },
      body,
    },
  }
}

type Request = { url: string; headers: Record<string, string>; body: string }

function eventOf(delivery: ClaimedDelivery): Request {
  const { url, event_type } = delivery
  const body = event_type === TEST_EVENT ? testBody(delivery) : eventBody(recordedEvent(delivery))
  return { url, headers: {}, body: JSON.stringify(body) }
}

/** About nothing: it shows that the address, the signature and the receiver fit together. */
export const testBody = (delivery: { event_id: string; event_created_at: string; endpoint_id: string }) => ({
  id: delivery.event_id,
  type: TEST_EVENT,
  timestamp: delivery.event_created_at,
  data: { endpoint_id: delivery.endpoint_id },
})

async function callbackOf(keys: Unsealing, delivery: ClaimedDelivery): Promise<Request> {
  const event = recordedEvent(delivery)
  const place = callbackPlace({
    org_id: delivery.org_id,
    inspection_id: event.inspection_id,
    name: String(event.payload.name),
  })
  const callback = await openCallback(keys, delivery.org_id, delivery.callback, place)
  if (!callback) throw new Error('the callback cannot be sent as it is')
  return { ...callbackRequest(callback), body: JSON.stringify(callbackBody(event)) }
}

function recordedEvent(delivery: ClaimedDelivery) {
  const { inspection_id, payload } = delivery
  if (inspection_id === null || payload === null) throw new Error('the event is not there any more')
  return {
    id: delivery.event_id,
    // Deliveries are made of events only, and their types are those of the table.
    type: delivery.event_type as EventType,
    created_at: delivery.event_created_at,
    inspection_id,
    payload,
  }
}
