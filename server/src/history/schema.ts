import { type Static, Type } from 'typebox'
import { FieldChanges } from '../contracts/changes.ts'
import type { ItemType } from '../contracts/events.ts'
import { Closed, IdOf, Nullable, OneOf, PageQuery, Paging, Time, Version } from '../contracts/schema.ts'

/** Where the payload of an event has the id of the thing it happened to. The inspection itself is in none. */
export const ITEM_IDS: Record<ItemType, string | null> = {
  inspection: null,
  vehicle: 'vehicle_id',
  image: 'image_id',
  task: 'task_id',
  damage: 'damage_id',
  view: 'view_id',
  pricing: 'pricing_id',
  estimate: 'estimate_id',
  report: 'report_id',
}
// The keys of the table are the kinds; Object.keys does not say so.
const ITEM_TYPES = Object.keys(ITEM_IDS) as ItemType[]

export const HistoryEntry = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['HISTORY_ENTRY']),
    created_at: Time,
    created_by: Nullable(
      Type.String({ description: '`algo` for a model, else who it was; null where that was not yet kept' }),
    ),
    type: Type.String({ description: 'what happened, such as `damage.updated`; more kinds come with time' }),
    item_type: OneOf(ITEM_TYPES, { description: 'what kind of thing it happened to' }),
    item_id: Type.String({ description: 'id of that thing' }),
    item_version: Nullable(Version),
    reason: Nullable(Type.String({ description: 'why, in the words of who did it' })),
    changes: Nullable(FieldChanges('each field that a correction changed, as it was and as it is')),
  },
  { $id: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

export const HistoryList = Type.Object({ data: Type.Array(Type.Ref('HistoryEntry')), paging: Paging })
export const HistoryQuery = Closed(PageQuery('history_entry'))
export const HistoryParams = Type.Object({ inspection_id: IdOf('inspection') })
