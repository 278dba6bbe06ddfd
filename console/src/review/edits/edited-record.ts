import type { Entities } from '@walkaround/sdk'
import type { Edit } from './edit.ts'

/** The record an edit changes; null where it makes a new one. */
export function recordIdOf(edit: Edit): string | null {
  switch (edit.kind) {
    case 'damage':
    case 'reject':
    case 'restore':
      return edit.damageId
    case 'severity':
    case 'clear_severity':
    case 'restore_severity':
      return edit.severityId
    case 'redraw':
    case 'delete_view':
    case 'restore_view':
      return edit.viewId
    case 'create':
    case 'mark':
      return null
  }
}

export function versionOf(entities: Entities, edit: Edit): number | null {
  const id = recordIdOf(edit)
  if (id === null) return null
  const record = entities.damages[id] ?? entities.severityResults[id] ?? entities.views[id]
  return record?.version ?? null
}

/**
 * What the person saw of what they change. A version also goes up when the estimate follows a correction: only where
 * this differs did somebody else change the same thing.
 */
export function factsOf(entities: Entities, edit: Edit): Record<string, unknown> {
  const id = recordIdOf(edit)
  if (id === null) return {}
  const damage = entities.damages[id]
  if (damage)
    return {
      damageType: damage.damageType,
      partType: damage.partType,
      isConfirmed: Boolean(damage.confirmedBy),
      isRejected: Boolean(damage.deletedAt),
    }
  const view = entities.views[id]
  if (view) return { polygons: view.polygons, isDeleted: Boolean(view.deletedAt) }
  const custom = entities.severityResults[id]?.value?.customSeverity
  const fields = edit.kind === 'severity' ? edit.fields : { level: null }
  return {
    ...(fields.level === undefined ? {} : { level: custom?.level }),
    ...(fields.pricing === undefined ? {} : { pricing: custom?.pricing }),
    ...(fields.repairOperation === undefined ? {} : { isReplaced: custom?.repairOperation.REPLACE }),
  }
}

export const isSame = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  JSON.stringify(a) === JSON.stringify(b)
