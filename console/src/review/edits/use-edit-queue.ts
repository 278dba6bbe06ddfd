import { useQueryClient } from '@tanstack/react-query'
import type { EditQueue } from '../../edits/edit-queue.ts'
import { useClient } from '../../service/service-context.ts'
import { queueOf } from './open-queues.ts'

export function useEditQueue(inspectionId: string): EditQueue {
  return queueOf(useClient(), useQueryClient(), inspectionId)
}
