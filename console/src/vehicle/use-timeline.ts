import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Entities, listVehicleInspections } from '@walkaround/sdk'
import { useMemo } from 'react'
import { comparisonKey, comparisonsKey, readComparison, readComparisons } from '../service/read-comparison.ts'
import { inspectionKey, readInspection } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { columnsOf, comparedFrom } from './timeline-model.ts'

const ENTRIES_MAX = 50

const timelineKey = (inspectionId: string) => ['inspection', inspectionId, 'timeline']

/** The newest inspections of the vehicle as columns, each with its pictures and what was compared. */
export function useTimeline(inspectionId: string, shown: number) {
  const client = useClient()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: timelineKey(inspectionId),
    queryFn: async () => {
      const page = await listVehicleInspections(client, inspectionId, { limit: ENTRIES_MAX })
      const entries = page.result.flatMap((id) => page.entities.timelineEntries?.[id] ?? [])
      return { entries, hasMore: page.paging.next !== null }
    },
  })
  const entries = useMemo(() => data?.entries.slice(0, shown) ?? [], [data, shown])
  const inspections = useQueries({
    queries: entries.map(({ id }) => ({
      queryKey: inspectionKey(id),
      queryFn: () => readInspection(client, id),
    })),
  })
  const lists = useQueries({
    queries: entries.slice(0, -1).map(({ id }) => ({
      queryKey: comparisonsKey(id),
      queryFn: () => readComparisons(client, id),
    })),
  })
  const shownIds = new Set(entries.map(({ id }) => id))
  const summaries = lists.flatMap((list, n) =>
    (list.data ?? []).filter(
      ({ earlierInspectionId, laterInspectionId }) =>
        laterInspectionId === entries[n]?.id && shownIds.has(earlierInspectionId ?? ''),
    ),
  )
  const compared = useQueries({
    queries: summaries.map(({ id }) => ({
      queryKey: comparisonKey(id),
      queryFn: () => readComparison(client, id),
    })),
  })
  const read = new Map<string, Entities>(
    inspections.flatMap(({ data }, n) => (data ? [[entries[n]?.id ?? '', data] as const] : [])),
  )
  const columns = columnsOf(entries, read, comparedFrom(compared.flatMap(({ data }) => data ?? [])))
  return {
    columns,
    isPending: !data && !error,
    error,
    refetch,
    hidden: (data?.entries.length ?? 0) - entries.length,
    forget: () => queries.invalidateQueries({ queryKey: ['inspection'] }),
  }
}
