import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent } from '@walkaround/sdk'
import { type CaptureProgress, captureLinksKey, captureProgressKey } from '../capture/use-capture.ts'
import { comparisonsKey } from '../service/read-comparison.ts'

export type TaskProgress = { done: number; total: number }

export const progressKey = (inspectionId: string, taskName: string) => [
  'inspection',
  inspectionId,
  'progress',
  taskName,
]
export const reportsKey = (inspectionId: string) => ['inspection', inspectionId, 'reports']

/** What a reading of the inspection does not show: how far a running task or a capture is, its reports and its comparisons. */
export function takeNews(queries: QueryClient, inspectionId: string, event: StreamEvent): void {
  if (event.type === 'stream.reset' || event.type.startsWith('report.'))
    void queries.invalidateQueries({ queryKey: reportsKey(inspectionId) })
  if (event.type === 'stream.reset' || event.type.startsWith('comparison.'))
    void queries.invalidateQueries({ queryKey: comparisonsKey(inspectionId) })
  if (event.type === 'stream.reset' || event.type.startsWith('capture_link.'))
    void queries.invalidateQueries({ queryKey: captureLinksKey(inspectionId) })
  // How far the new link is, or the one that was opened.
  if (
    event.type === 'stream.reset' ||
    event.type === 'capture_link.created' ||
    event.type === 'capture_link.opened'
  )
    void queries.invalidateQueries({ queryKey: captureProgressKey(inspectionId) })
  if (event.type === 'capture_link.progressed') {
    const { capture_link_id: linkId, done, total } = event.data
    if (typeof linkId === 'string' && typeof done === 'number' && typeof total === 'number')
      queries.setQueryData<CaptureProgress>(captureProgressKey(inspectionId), { linkId, done, total })
  }
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
