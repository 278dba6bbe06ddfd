import type { WebhookDelivery } from '@walkaround/sdk'

export type DeliveryState = NonNullable<WebhookDelivery['state']>
export type Attempt = NonNullable<WebhookDelivery['attempts']>[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const satisfies readonly DeliveryState[]

export type DeliverySearch = { state?: DeliveryState | undefined; delivery?: string | undefined }

/** Which part of the log is shown and which entry is open stands in the address: it can be sent to a colleague. */
export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const state = DELIVERY_STATES.find((name) => name === search.state)
  const delivery = typeof search.delivery === 'string' && search.delivery !== '' ? search.delivery : undefined
  return { ...(state ? { state } : {}), ...(delivery ? { delivery } : {}) }
}
