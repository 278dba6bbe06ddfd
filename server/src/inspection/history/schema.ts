import { type Static, Type } from 'typebox'
import { FieldChanges } from '../../core/contracts/changes.ts'
import type { ItemType } from '../../core/contracts/events.ts'
import {
  Closed,
  IdOf,
  Nullable,
  OneOf,
  PageQuery,
  Paging,
  Time,
  Version,
} from '../../core/contracts/schema.ts'

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
  comparison: 'comparison_id',
  capture_link: 'capture_link_id',
  objection_link: 'objection_link_id',
  objection: 'objection_id',
}
// The keys of the table are the kinds; Object.keys does not say so.
const ITEM_TYPES = Object.keys(ITEM_IDS) as ItemType[]

export const HistoryEntry = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['HISTORY_ENTRY']),
    created_at: Time,
    created_by: Nullable(
      Type.String({ description: '`algo` for a model, otherwise the author; null for older entries' }),
    ),
    type: Type.String({ description: 'type of the event, such as `damage.updated`; new types may be added' }),
    item_type: OneOf(ITEM_TYPES, { description: 'kind of the affected resource' }),
    item_id: Type.String({ description: 'ID of the affected resource' }),
    item_version: Nullable(Version),
    reason: Nullable(Type.String({ description: 'reason given by the author' })),
    changes: Nullable(FieldChanges('each field that the correction changed, before and after')),
  },
  { $id: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

export const HistoryList = Type.Object({ data: Type.Array(Type.Ref('HistoryEntry')), paging: Paging })
export const HistoryQuery = Closed(PageQuery('history_entry'))
export const HistoryParams = Type.Object({ inspection_id: IdOf('inspection') })
