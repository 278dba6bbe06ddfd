import { useQuery } from '@tanstack/react-query'
import { isModelTask } from '@walkaround/catalog/tasks'
import { getTask, type Task } from '@walkaround/sdk'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { progressKey, type TaskProgress } from '../live-news.ts'

/** How many pictures a running task is done with. Asked for once; from then on the stream tells. */
export function useTaskProgress({ name = '', status }: Task): TaskProgress | null {
  const client = useClient()
  const { inspectionId } = useInspection()
  // Models look at pictures, one after the other: only here is there something to count.
  const isRunning = isModelTask(name) && (status === 'TODO' || status === 'IN_PROGRESS')
  const { data } = useQuery({
    queryKey: progressKey(inspectionId, name),
    queryFn: async ({ signal }): Promise<TaskProgress> => {
      const { entities, result } = await getTask(client, inspectionId, name, { signal })
      const task = entities.tasks[result]
      return { done: task?.results?.length ?? 0, total: task?.images?.length ?? 0 }
    },
    enabled: isRunning,
    staleTime: Number.POSITIVE_INFINITY,
    // The next look may be at another run.
    gcTime: 0,
  })
  return isRunning ? (data ?? null) : null
}
