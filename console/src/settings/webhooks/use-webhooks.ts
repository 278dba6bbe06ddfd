import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  WalkaroundError,
  type WebhookEndpoint,
} from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'
import type { DeliveryState } from './deliveries/delivery-search.ts'

/** Everything about webhooks is read again after a change: there is little of it, and it hangs together. */
export const WEBHOOKS_KEY = ['webhooks']
const REFRESH_MS = 15_000
/** More than this are only "many". */
export const COUNT_SHOWN_MAX = 20

export function useEndpoints() {
  const client = useClient()
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'endpoints'],
    queryFn: async ({ signal }): Promise<WebhookEndpoint[]> => {
      const { entities, result } = await listWebhookEndpoints(client, { signal })
      return result.flatMap((id) => entities.webhookEndpoints?.[id] ?? [])
    },
    refetchInterval: REFRESH_MS,
  })
}

export function useEndpoint(endpointId: string) {
  const client = useClient()
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'endpoint', endpointId],
    queryFn: async ({ signal }): Promise<WebhookEndpoint> => {
      const { entities } = await getWebhookEndpoint(client, endpointId, { signal })
      return requireRecord(entities.webhookEndpoints?.[endpointId])
    },
    refetchInterval: REFRESH_MS,
  })
}

/** How many events are in a state; one more than shown stands for "many". Tests are not events. */
export function useDeliveryCount(endpointId: string, state: DeliveryState) {
  const client = useClient()
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'count', endpointId, state],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { state, limit: COUNT_SHOWN_MAX + 1 }
      const { entities, result } = await listWebhookDeliveries(client, endpointId, query, { signal })
      return result.filter((id) => entities.webhookDeliveries?.[id]?.eventType !== 'webhook.test').length
    },
    refetchInterval: REFRESH_MS,
  })
}

/** A change of webhooks; what is shown follows. */
export function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
}

/** Whether somebody has deleted it: what was read before is not true any more. */
export const isGone = (error: unknown): boolean => error instanceof WalkaroundError && error.status === 404

/** An answer of the service holds the record that it is about. */
export function requireRecord<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('The answer does not hold what was asked for.')
  return record
}

/** What people call an endpoint: what somebody wrote, or where it is. */
export function nameOf({ description, url }: WebhookEndpoint): string {
  if (description) return description
  return url && URL.canParse(url) ? new URL(url).host : (url ?? '')
}
