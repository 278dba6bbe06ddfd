import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent } from '@walkaround/sdk'
import { comparisonsKey } from '../service/read-comparison.ts'

export type TaskProgress = { done: number; total: number }

export const progressKey = (inspectionId: string, taskName: string) => [
  'inspection',
  inspectionId,
  'progress',
  taskName,
]
export const reportsKey = (inspectionId: string) => ['inspection', inspectionId, 'reports']

/** What a reading of the inspection does not show: how far a running task is, its reports and its comparisons. */
export function takeNews(queries: QueryClient, inspectionId: string, event: StreamEvent): void {
  if (event.type === 'stream.reset' || event.type.startsWith('report.'))
    void queries.invalidateQueries({ queryKey: reportsKey(inspectionId) })
  if (event.type === 'stream.reset' || event.type.startsWith('comparison.'))
    void queries.invalidateQueries({ queryKey: comparisonsKey(inspectionId) })
  if (event.type === 'task.started')
    setProgress(queries, inspectionId, event.data.name, { done: 0, total: event.data.image_count })
  if (event.type === 'task.progressed') {
    const { name, done, total } = event.data
    if (typeof name === 'string' && typeof done === 'number' && typeof total === 'number')
      setProgress(queries, inspectionId, name, { done, total })
  }
}

function setProgress(queries: QueryClient, inspectionId: string, name: string, progress: TaskProgress): void {
  queries.setQueryData<TaskProgress>(progressKey(inspectionId, name), progress)
}
