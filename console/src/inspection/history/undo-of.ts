import { DAMAGE_TYPES } from '@walkaround/catalog/damage-types'
import { PART_TYPES } from '@walkaround/catalog/parts'
import type { Entities, HistoryEntry } from '@walkaround/sdk'
import type { Edit } from '../../review/edits/edit.ts'
import type { Point } from '../../review/geometry.ts'

/** The edit that takes back what an entry tells; null where nothing can, or where it was changed again since. */
export function undoOf(entities: Entities, entry: HistoryEntry): Edit | null {
  const id = entry.itemId ?? ''
  switch (entry.type) {
    case 'damage.deleted':
      return isStillDeleted(entry, entities.damages[id]?.deletedAt) ? { kind: 'restore', damageId: id } : null
    case 'damage.updated':
      return damageUndo(entities, id, entry.changes ?? {})
    case 'view.deleted':
      return isStillDeleted(entry, entities.views[id]?.deletedAt) ? viewRestored(entities, id) : null
    case 'view.updated':
      return viewUndo(entities, id, entry.changes ?? {})
    case 'pricing.deleted': {
      const { label, deletedAt } = entities.severityResults[id] ?? {}
      return label && isStillDeleted(entry, deletedAt)
        ? { kind: 'restore_severity', partType: label, severityId: id }
        : null
    }
    case 'pricing.updated':
      return pricingUndo(entities, id, entry.changes ?? {})
    default:
      return null
  }
}

type Changes = NonNullable<HistoryEntry['changes']>

/** Whether a field still is as the entry left it; a field the entry does not name is. */
const stands = (changes: Changes, field: string, now: unknown) =>
  !(field in changes) || JSON.stringify(changes[field]?.after ?? null) === JSON.stringify(now ?? null)

/** What was brought back and deleted again is told by a newer entry. */
const isStillDeleted = ({ changes }: HistoryEntry, deletedAt: string | null | undefined) =>
  Boolean(deletedAt) && stands(changes ?? {}, 'deletedAt', deletedAt)

function damageUndo({ damages }: Entities, damageId: string, changes: Changes): Edit | null {
  const damage = damages[damageId]
  if (!damage || damage.deletedAt) return null
  const now = {
    damageType: damage.damageType,
    partType: damage.partType,
    damageSizeCm: damage.damageSizeCm,
    confirmedBy: damage.confirmedBy,
  }
  const fields = Object.entries(now)
  if (!fields.some(([field]) => field in changes)) return null
  if (!fields.every(([field, value]) => stands(changes, field, value))) return null
  const damageType = DAMAGE_TYPES.find((one) => one === changes.damageType?.before)
  const partType = PART_TYPES.find((one) => one === changes.partType?.before)
  const size = changes.damageSizeCm?.before
  return {
    kind: 'damage',
    damageId,
    ...(damageType ? { damageType } : {}),
    ...(partType ? { partType } : {}),
    ...(size === undefined ? {} : { damageSizeCm: typeof size === 'number' ? size : null }),
    isConfirmed: Boolean(changes.confirmedBy ? changes.confirmedBy.before : damage.confirmedBy),
  }
}

/** A view of a rejected damage comes back with it, and not alone. */
function viewRestored({ views, damages }: Entities, viewId: string): Edit | null {
  const { damageId } = views[viewId] ?? {}
  if (!damageId || damages[damageId]?.deletedAt) return null
  return { kind: 'restore_view', viewId, damageId }
}

function viewUndo({ views }: Entities, viewId: string, changes: Changes): Edit | null {
  const { damageId, deletedAt, polygons } = views[viewId] ?? {}
  const before = changes.polygons?.before
  if (!damageId || deletedAt || !Array.isArray(before)) return null
  if (!stands(changes, 'polygons', polygons)) return null
  const drawn = before.map((polygon: number[][]) => polygon.map(([x = 0, y = 0]): Point => [x, y]))
  return { kind: 'redraw', viewId, damageId, polygons: drawn }
}

function pricingUndo({ severityResults }: Entities, severityId: string, changes: Changes): Edit | null {
  const { label, value, deletedAt } = severityResults[severityId] ?? {}
  const custom = value?.customSeverity
  if (!label || !custom || deletedAt) return null
  if (!stands(changes, 'level', custom.level) || !stands(changes, 'pricing', custom.pricing)) return null
  const { level, pricing, repairOperation: operation } = changes
  if (!level && !pricing && !operation) return null
  const numberOf = (before: unknown) => (typeof before === 'number' ? before : null)
  const repairOperation = operation?.before === 'replace' ? ('replace' as const) : ('repair' as const)
  return {
    kind: 'severity',
    partType: label,
    severityId,
    fields: {
      ...(level ? { level: numberOf(level.before) } : {}),
      ...(pricing ? { pricing: numberOf(pricing.before) } : {}),
      ...(operation ? { repairOperation } : {}),
    },
  }
}
