import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getWebhookDelivery, listWebhookDeliveries, type WebhookDelivery } from '@walkaround/sdk'
import { useClient } from '../../../service/service-context.ts'
import { requireRecord, WEBHOOKS_KEY } from '../use-webhooks.ts'
import type { DeliveryState } from './delivery-search.ts'

const PAGE_SIZE = 25
const REFRESH_MS = 10_000
/** While something is about to be sent. */
const SOON_MS = 2_000

export function useDeliveries(endpointId: string, state: DeliveryState | undefined) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', endpointId, state ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(state ? { state } : {}),
        ...(pageParam ? { after: pageParam } : {}),
      }
      const { entities, result, paging } = await listWebhookDeliveries(client, endpointId, query, { signal })
      const deliveries = result.flatMap((id) => entities.webhookDeliveries?.[id] ?? [])
      return { deliveries, next: paging.cursors.next?.after }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ deliveries }) => deliveries.some(isDueSoon)) ? SOON_MS : REFRESH_MS,
  })
}

/** One delivery with all its attempts. */
export function useDelivery(endpointId: string, deliveryId: string) {
  const client = useClient()
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'delivery', endpointId, deliveryId],
    queryFn: async ({ signal }): Promise<WebhookDelivery> => {
      const { entities } = await getWebhookDelivery(client, endpointId, deliveryId, { signal })
      return requireRecord(entities.webhookDeliveries?.[deliveryId])
    },
    refetchInterval: ({ state: { data } }) => (data && isDueSoon(data) ? SOON_MS : REFRESH_MS),
  })
}

function isDueSoon({ state, nextAttemptAt }: WebhookDelivery): boolean {
  if (state !== 'pending') return false
  return !nextAttemptAt || Date.parse(nextAttemptAt) - Date.now() < REFRESH_MS
}
