import { useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../service/service-context.ts'
import type { EditQueue } from './edit-queue.ts'
import { queueOf } from './open-queues.ts'

export function useEditQueue(inspectionId: string): EditQueue {
  return queueOf(useClient(), useQueryClient(), inspectionId)
}
