import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '@walkaround/sdk'
import { createEditQueue, type EditQueue } from '../../edits/edit-queue.ts'
import { keepQueues } from '../../edits/kept-queues.ts'

const openQueue = keepQueues((queue: EditQueue) => queue)

export const queueOf = (client: Client, queries: QueryClient, inspectionId: string): EditQueue =>
  openQueue(inspectionId, () => createEditQueue(client, queries, inspectionId))
