import { useQueryClient } from '@tanstack/react-query'
import { createEditQueue } from '../../edits/edit-queue.ts'
import { keepQueues } from '../../edits/kept-queues.ts'
import { useClient } from '../../service/service-context.ts'
import { type PlaceQueue, placeEdits } from './place-edits.ts'

const openQueue = keepQueues((queue: PlaceQueue) => queue)

export function usePlaceQueue(comparisonId: string): PlaceQueue {
  const client = useClient()
  const queries = useQueryClient()
  return openQueue(comparisonId, () => createEditQueue(queries, placeEdits(client, comparisonId)))
}
