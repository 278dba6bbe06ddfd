import type { TransactionContext } from '../platform/context.ts'
import { chunksOf, json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { Changes } from './changes.ts'

/** What can happen to an inspection, and what a listener is told beside its id. */
export type EventPayloads = {
  'inspection.created': Record<string, never>
  'inspection.updated': Record<string, never>
  'inspection.deleted': Record<string, never>
  'vehicle.updated': { vehicle_id: string }
  'image.created': { image_id: string; task_names: string[] }
  'image.updated': { image_id: string }
  'image.deleted': { image_id: string }
  'image.compliances_done': { image_id: string }
  'task.started': { task_id: string; name: string; generation: number; image_count: number }
  'task.progressed': { task_id: string; name: string; generation: number; image_id: string }
  'task.done': { task_id: string; name: string; generation: number }
  'task.failed': { task_id: string; name: string; generation: number; reason: string }
  'task.validated': { task_id: string; name: string; generation: number }
  'task.replay_requested': { task_id: string; name: string; generation: number; replay_id: string }
  'task.replayed': {
    task_id: string
    name: string
    generation: number
    replay_id: string
    /** Null when it could not be done. */
    is_identical: boolean | null
  }
  'damage.created': { damage_id: string; damage_type: string; part_ids: string[] }
  'damage.updated': { damage_id: string }
  'damage.deleted': { damage_id: string }
  'damage.restored': { damage_id: string }
  'view.created': { view_id: string; image_id: string; damage_id: string }
  'view.updated': { view_id: string }
  'view.deleted': { view_id: string }
  'view.restored': { view_id: string }
  'pricing.created': { pricing_id: string }
  'pricing.updated': { pricing_id: string }
  'pricing.deleted': { pricing_id: string }
  'pricing.restored': { pricing_id: string }
  'estimate.created': { estimate_id: string }
  'report.requested': { report_id: string }
  'report.done': { report_id: string }
  'report.failed': { report_id: string }
}

export type EventType = keyof EventPayloads

/** What an event is about: the first word of its type. Its payload has the id under that word, but for the inspection's own. */
export type ItemType = EventType extends `${infer Item}.${string}` ? Item : never

/** What the history tells of a correction beside its author and time. */
export type Correction = {
  /** Of the thing, after the change. */
  item_version: number
  reason?: string | null | undefined
  changes?: Changes
}

/** Takes a transaction only: an event exists exactly when the change behind it is committed. */
export async function emit<T extends EventType>(
  ctx: TransactionContext,
  type: T,
  inspectionId: string,
  payload: EventPayloads[T],
  correction?: Correction,
): Promise<void> {
  await emitAll(ctx, type, inspectionId, [payload], correction)
}

/** Of many things that happen at once, in their order. */
export async function emitAll<T extends EventType>(
  ctx: TransactionContext,
  type: T,
  inspectionId: string,
  payloads: EventPayloads[T][],
  { item_version, reason, changes = {} }: Partial<Correction> = {},
): Promise<void> {
  const rows = payloads.map((payload) => ({
    org_id: ctx.org_id,
    inspection_id: inspectionId,
    id: uuidv7(),
    type,
    payload: json(payload),
    created_by: ctx.principal.subject,
    // A form that was left empty gives no reason.
    reason: reason || null,
    item_version: item_version ?? null,
    changes: Object.keys(changes).length > 0 ? json(changes) : null,
  }))
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('events').values(chunk).execute()
}
