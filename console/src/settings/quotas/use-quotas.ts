import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type GetQuotasBeside, getQuotas, type UpdateQuotasBody, updateQuotas } from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'
import { QUOTAS_PERMISSION, useRights } from '../../session/permissions.ts'
import { usePermissions } from '../pieces/use-permissions.ts'

const KEY = ['quotas']
const REFRESH_MS = 15_000

export type Quotas = GetQuotasBeside
export type Limit = keyof UpdateQuotasBody

/** In the order of the page; `name` is the word for it, `column` what the service calls the limit. */
export const LIMITS: {
  limit: Limit
  name: string
  column: Quotas['overridden'][number]
  used: keyof Quotas['used'] | null
}[] = [
  { limit: 'bytesStoredMax', name: 'bytes_stored', column: 'bytes_stored_max', used: 'bytesStored' },
  {
    limit: 'inspectionsPerDayMax',
    name: 'inspections_per_day',
    column: 'inspections_per_day_max',
    used: 'inspectionsPerDay',
  },
  {
    limit: 'requestsPerMinuteMax',
    name: 'requests_per_minute',
    column: 'requests_per_minute_max',
    used: 'requestsPerMinute',
  },
  // Each process of the service counts its own.
  { limit: 'uploadsInFlightMax', name: 'uploads_in_flight', column: 'uploads_in_flight_max', used: null },
  {
    limit: 'webhookEndpointsMax',
    name: 'webhook_endpoints',
    column: 'webhook_endpoints_max',
    used: 'webhookEndpoints',
  },
]

export function useQuotaRights(): { mayRead: boolean; mayWrite: boolean } {
  const { reachesOrganization } = useRights()
  const mayWrite = usePermissions().includes(QUOTAS_PERMISSION)
  return { mayRead: mayWrite || reachesOrganization('read'), mayWrite }
}

export function useQuotas() {
  const client = useClient()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }): Promise<Quotas> => getQuotas(client, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

export function useUpdateQuotas(version: number) {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateQuotasBody) => updateQuotas(client, body, { version }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
