import { sql } from 'kysely'
import type { Changes } from '../../core/contracts/changes.ts'
import type { EventType } from '../../core/contracts/event-types.ts'
import type { ItemType } from '../../core/contracts/events.ts'
import type { Context } from '../../core/platform/context.ts'
import { type HistoryEntry, ITEM_IDS } from './schema.ts'

/** What happened to an inspection. The caller says in which order. */
export function selectHistory(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('events')
    .where('events.org_id', '=', ctx.org_id)
    .where('events.inspection_id', '=', inspectionId)
    .select([
      'events.id',
      'events.inspection_id',
      'events.created_at',
      'events.created_by',
      sql<EventType>`events.type`.as('type'),
      sql<Record<string, unknown>>`events.payload`.as('payload'),
      'events.item_version',
      'events.reason',
      sql<Changes | null>`events.changes`.as('changes'),
    ])
}

export type HistoryRow = Awaited<ReturnType<ReturnType<typeof selectHistory>['execute']>>[number]

export function historyEntryJson(row: HistoryRow): HistoryEntry {
  const { payload, inspection_id, type, ...fields } = row
  // The first word of every type is the kind of thing, and the compiler does not follow a split.
  const item_type = type.split('.', 1)[0] as ItemType
  const key = ITEM_IDS[item_type]
  return {
    ...fields,
    object_type: 'HISTORY_ENTRY',
    type,
    item_type,
    item_id: key === null ? inspection_id : String(payload[key]),
  }
}
