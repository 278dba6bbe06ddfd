import type { Entities } from '@walkaround/sdk'
import type { Edit, VehicleFields } from './edit.ts'

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
    case 'vehicle':
      return edit.vehicleId
    case 'add':
    case 'create':
    case 'mark':
      return null
  }
}

export function versionOf(entities: Entities, edit: Edit): number | null {
  const id = recordIdOf(edit)
  if (id === null) return null
  const { damages, severityResults, views, vehicles } = entities
  const record = damages[id] ?? severityResults[id] ?? views[id] ?? vehicles[id]
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
      damageSizeCm: damage.damageSizeCm ?? null,
      isConfirmed: Boolean(damage.confirmedBy),
      isRejected: Boolean(damage.deletedAt),
    }
  const view = entities.views[id]
  if (view) return { polygons: view.polygons, isDeleted: Boolean(view.deletedAt) }
  if (edit.kind === 'vehicle') return vehicleFieldsOf(entities, id, edit.fields)
  const custom = entities.severityResults[id]?.value?.customSeverity
  const fields = edit.kind === 'severity' ? edit.fields : { level: null }
  return {
    ...(fields.level === undefined ? {} : { level: custom?.level }),
    ...(fields.pricing === undefined ? {} : { pricing: custom?.pricing }),
    ...(fields.repairOperation === undefined ? {} : { isReplaced: custom?.repairOperation.REPLACE }),
  }
}

/** The fields an edit names, as they stand. */
export function vehicleFieldsOf(entities: Entities, id: string, named: VehicleFields): VehicleFields {
  const { vin, plate, brand, model, color, dateOfCirculation, mileage } = entities.vehicles[id] ?? { id }
  const { value = null, unit = null } = mileage ?? {}
  return {
    ...(named.vin === undefined ? {} : { vin: vin ?? null }),
    ...(named.plate === undefined ? {} : { plate: plate ?? null }),
    ...(named.brand === undefined ? {} : { brand: brand ?? null }),
    ...(named.model === undefined ? {} : { model: model ?? null }),
    ...(named.color === undefined ? {} : { color: color ?? null }),
    ...(named.dateOfCirculation === undefined ? {} : { dateOfCirculation: dateOfCirculation ?? null }),
    ...(named.mileage === undefined ? {} : { mileage: mileage ? { value, unit } : null }),
  }
}
