import { useQueryClient } from '@tanstack/react-query'
import { createEditQueue } from '../../edits/edit-queue.ts'
import { keepQueues } from '../../edits/kept-queues.ts'
import { useClient } from '../../service/service-context.ts'
import { type InspectionQueue, inspectionEdits } from './inspection-edits.ts'

const openQueue = keepQueues((queue: InspectionQueue) => queue)

export function useEditQueue(inspectionId: string): InspectionQueue {
  const client = useClient()
  const queries = useQueryClient()
  return openQueue(inspectionId, () => createEditQueue(queries, inspectionEdits(client, inspectionId)))
}
