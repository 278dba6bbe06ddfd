import type { TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'

/** What can happen to an inspection, and what a listener is told beside its id. */
export type EventPayloads = {
  'inspection.created': Record<string, never>
  'inspection.deleted': Record<string, never>
  'image.created': { image_id: string; task_names: string[] }
  'image.compliances_done': { image_id: string }
  'task.started': { task_id: string; name: string; generation: number; image_count: number }
  'task.progressed': { task_id: string; name: string; generation: number; image_id: string }
  'task.done': { task_id: string; name: string; generation: number }
  'task.failed': { task_id: string; name: string; generation: number; reason: string }
  'task.validated': { task_id: string; name: string; generation: number }
}

export type EventType = keyof EventPayloads

/** Takes a transaction only: an event exists exactly when the change behind it is committed. */
export async function emit<T extends EventType>(
  ctx: TransactionContext,
  type: T,
  inspectionId: string,
  payload: EventPayloads[T],
): Promise<void> {
  await ctx.db
    .insertInto('events')
    .values({ org_id: ctx.org_id, inspection_id: inspectionId, id: uuidv7(), type, payload: json(payload) })
    .execute()
}
