import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '@walkaround/sdk'
import { createEditQueue, type EditQueue } from './edit-queue.ts'

const open = new Map<string, EditQueue>()

/**
 * One queue for an inspection as long as the page lives: whoever goes to another screen and back finds what was not
 * saved yet still waiting, and can still undo.
 */
export function queueOf(client: Client, queries: QueryClient, inspectionId: string): EditQueue {
  const known = open.get(inspectionId)
  if (known) return known
  const queue = createEditQueue(client, queries, inspectionId)
  open.set(inspectionId, queue)
  queue.subscribe(askBeforeLeaving)
  return queue
}

const isUnsaved = () => [...open.values()].some((queue) => queue.getState().waiting.length > 0)
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function askBeforeLeaving(): void {
  if (isUnsaved()) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
