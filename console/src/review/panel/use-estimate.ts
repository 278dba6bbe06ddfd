import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getEstimate } from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'
import type { Review } from '../review-model.ts'

/** Between what the sum before tax may lie, in major units. Null where nothing was worked out. */
export function useEstimate({ id, total, currency }: Review): { low: number; high: number } | null {
  const client = useClient()
  const { data } = useQuery({
    // Another sum is another estimate.
    queryKey: ['inspection', id, 'estimate', total],
    queryFn: async ({ signal }) => {
      const { entities, result } = await getEstimate(client, id, { signal })
      return entities.estimates[result] ?? null
    },
    enabled: total !== null,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (!data?.net || total === null) return null
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: data.currency ?? currency })
  const units = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
  const [low, high] = [data.net.low / units, data.net.high / units]
  // Prices that people set need not lie in what was worked out.
  return low <= total && total <= high ? { low, high } : null
}
