import { useQuery } from '@tanstack/react-query'
import { listReports } from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { reportsKey } from '../live-news.ts'

/** Every report of the inspection, newest first. Read again whenever the stream tells of one. */
export function useReports() {
  const client = useClient()
  const { inspectionId } = useInspection()
  return useQuery({
    queryKey: reportsKey(inspectionId),
    queryFn: async ({ signal }) => {
      const { entities, result } = await listReports(client, inspectionId, { signal })
      return result.flatMap((id) => entities.reports[id] ?? [])
    },
  })
}
