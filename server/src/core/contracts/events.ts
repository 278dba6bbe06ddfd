import type { TransactionContext } from '../platform/context.ts'
import { chunksOf, json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { Changes } from './changes.ts'
import { EVENTS, type EventPayloads, type EventType } from './event-types.ts'

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

/** Of many things that happen at once, in their order. The correction is the same for all, or one for each. */
export async function emitAll<T extends EventType>(
  ctx: TransactionContext,
  type: T,
  inspectionId: string,
  payloads: EventPayloads[T][],
  correction: Partial<Correction> | Partial<Correction>[] = {},
): Promise<void> {
  const { changes_report, changes_comparison } = EVENTS[type]
  const rows = payloads.map((payload, n) => {
    const {
      item_version,
      reason,
      changes = {},
    } = Array.isArray(correction) ? (correction[n] ?? {}) : correction
    return {
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
      changes_report,
      changes_comparison,
    }
  })
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('events').values(chunk).execute()
}
