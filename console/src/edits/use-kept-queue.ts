import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '@walkaround/sdk'
import { useEffect } from 'react'
import { useClient } from '../service/service-context.ts'
import { createEditQueue } from './edit-queue.ts'
import type { EditQueue } from './edit-state.ts'
import type { EditTarget } from './edit-target.ts'
import type { KeptQueues } from './kept-queues.ts'

/** The queue of a record, in use as long as the screen is open. */
export function useKeptQueue<Edit>(
  kept: KeptQueues<Edit>,
  id: string,
  targetOf: (client: Client, id: string) => EditTarget<Edit>,
): EditQueue<Edit> {
  const client = useClient()
  const queries = useQueryClient()
  const queue = kept.open(id, () => createEditQueue(queries, targetOf(client, id)))
  useEffect(() => kept.use(id), [kept, id])
  return queue
}
