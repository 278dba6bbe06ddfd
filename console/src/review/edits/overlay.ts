import type { Entities, SeverityResult } from '@walkaround/sdk'
import { ME } from '../../edits/edit-target.ts'
import { boxOf } from '../geometry.ts'
import type { Edit, SeverityFields } from './edit.ts'

type Waiting = { key: string; edit: Edit; isUndone?: boolean }

/** The records as they will stand once everything that waits is saved. */
export function overlay(entities: Entities, waiting: readonly Waiting[]): Entities {
  return waiting
    .filter(({ isUndone }) => !isUndone)
    .reduce((known, { key, edit }) => withEdit(known, key, edit), entities)
}

const SOON = '9999'

function withEdit(entities: Entities, key: string, edit: Edit): Entities {
  switch (edit.kind) {
    case 'damage': {
      const { damageId, damageType, partType, damageSizeCm, isConfirmed } = edit
      return withDamage(entities, damageId, {
        ...(damageType ? { damageType } : {}),
        ...(partType ? { partType } : {}),
        ...(damageSizeCm === undefined ? {} : { damageSizeCm }),
        confirmedBy: isConfirmed ? (entities.damages[damageId]?.confirmedBy ?? ME) : null,
      })
    }
    case 'reject':
      return withDamage(entities, edit.damageId, { deletedAt: SOON })
    case 'restore':
      return withDamage(entities, edit.damageId, { deletedAt: null })
    case 'severity':
      return withSeverity(entities, edit.severityId ?? key, edit.partType, edit.fields)
    case 'clear_severity':
      return withSeverityDeleted(entities, edit.severityId, SOON)
    case 'restore_severity':
      return withSeverityDeleted(entities, edit.severityId, null)
    case 'add': {
      const { damageType, partType } = edit
      return withDamage(entities, key, { damageType, partType, confirmedBy: ME, createdBy: ME })
    }
    case 'create': {
      const { damageType, partType, imageId, polygon } = edit
      const damage = { id: key, damageType, partType, confirmedBy: ME, createdBy: ME }
      return withView({ ...entities, damages: { ...entities.damages, [key]: damage } }, key, {
        damageId: key,
        imageId,
        polygons: [polygon.map((point) => [...point])],
        boundingBox: boxOf(polygon),
      })
    }
    case 'mark': {
      const { damageId, imageId, polygon } = edit
      const polygons = [polygon.map((point) => [...point])]
      return withView(entities, key, { damageId, imageId, polygons, boundingBox: boxOf(polygon) })
    }
    case 'redraw':
      return withView(entities, edit.viewId, {
        polygons: edit.polygons.map((polygon) => polygon.map((point) => [...point])),
        boundingBox: boxOf(edit.polygons.flat()),
      })
    case 'delete_view':
      return withView(entities, edit.viewId, { deletedAt: SOON })
    case 'restore_view':
      return withView(entities, edit.viewId, { deletedAt: null })
    case 'vehicle': {
      const vehicle = { id: edit.vehicleId, ...entities.vehicles[edit.vehicleId], ...edit.fields }
      return { ...entities, vehicles: { ...entities.vehicles, [edit.vehicleId]: vehicle } }
    }
  }
}

function withDamage(entities: Entities, id: string, fields: Partial<Entities['damages'][string]>): Entities {
  const damage = { id, ...entities.damages[id], ...fields }
  return { ...entities, damages: { ...entities.damages, [id]: damage } }
}

function withView(entities: Entities, id: string, fields: Partial<Entities['views'][string]>): Entities {
  return { ...entities, views: { ...entities.views, [id]: { id, ...entities.views[id], ...fields } } }
}

function withSeverityDeleted(entities: Entities, id: string, deletedAt: string | null): Entities {
  const severity = { id, ...entities.severityResults[id], deletedAt }
  return { ...entities, severityResults: { ...entities.severityResults, [id]: severity } }
}

function withSeverity(
  entities: Entities,
  id: string,
  label: NonNullable<SeverityResult['label']>,
  { level, pricing, repairOperation }: SeverityFields,
): Entities {
  const before = entities.severityResults[id]
  const custom = before?.value?.customSeverity
  const customSeverity = {
    level: level === undefined ? (custom?.level ?? null) : level,
    pricing: pricing === undefined ? (custom?.pricing ?? null) : pricing,
    repairOperation: {
      ...custom?.repairOperation,
      REPLACE:
        repairOperation === undefined
          ? (custom?.repairOperation.REPLACE ?? false)
          : repairOperation === 'replace',
    },
  }
  const severity: SeverityResult = { ...before, id, label, value: { customSeverity } }
  return { ...entities, severityResults: { ...entities.severityResults, [id]: severity } }
}
