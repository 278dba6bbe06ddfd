import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getEstimate } from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'
import { pricedOf, type Review } from '../review-model.ts'

export type Standing = {
  priced: number
  damages: number
  /** Between what the sum before tax may lie, in major units. */
  low: number
  high: number
}

/** What the service says the estimate covers; null where none was made. */
export function useStandingEstimate(review: Review): Standing | null {
  const client = useClient()
  const { id, total } = review
  const { priced, total: damages } = pricedOf(review)
  const { data } = useQuery({
    // Other damages or another sum are another estimate.
    queryKey: ['inspection', id, 'estimate', total, damages, priced],
    queryFn: async ({ signal }) => {
      const { entities, result } = await getEstimate(client, id, { signal })
      return entities.estimates[result]?.standing ?? null
    },
    enabled: total !== null,
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: data.currency })
  const units = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
  const { damageCount, pricedDamageCount, net } = data
  return {
    priced: pricedDamageCount,
    damages: damageCount,
    low: net.low / units,
    high: net.high / units,
  }
}
