import {
  type Client,
  createDamage,
  createSeverity,
  createView,
  type DamageType,
  deleteDamage,
  deletePricing,
  deleteView,
  type Entities,
  type PartType,
  restoreDamage,
  restorePricing,
  restoreView,
  updateDamage,
  updateSeverity,
  updateVehicle,
  updateView,
} from '@walkaround/sdk'
import type { Sending, Sent } from '../../edits/edit-target.ts'
import { mergeAnswer } from '../../edits/merge-answer.ts'
import type { Edit, SeverityFields } from './edit.ts'
import { vehicleFieldsOf } from './edited-record.ts'

type Send = Sending & { client: Client; inspectionId: string }

const copyPolygons = (polygons: readonly (readonly (readonly number[])[])[]) =>
  polygons.map((polygon) => polygon.map((point) => [...point]))

/** Saves an edit. The key makes sending it again harmless; the version, that nothing unseen is written over. */
export async function sendEdit(
  edit: Edit,
  { client, inspectionId, key, version, before }: Send,
): Promise<Sent<Edit>> {
  const options = { idempotencyKey: key, ...(version === null ? {} : { version }) }
  switch (edit.kind) {
    case 'damage': {
      const { kind, damageId, ...body } = edit
      const was = before.damages[damageId]
      const { entities } = await updateDamage(client, inspectionId, damageId, body, options)
      const inverse: Edit = {
        kind,
        damageId,
        ...(body.damageType && was?.damageType ? { damageType: was.damageType } : {}),
        ...(body.partType && was?.partType ? { partType: was.partType } : {}),
        ...(body.damageSizeCm === undefined ? {} : { damageSizeCm: was?.damageSizeCm ?? null }),
        isConfirmed: Boolean(was?.confirmedBy),
      }
      return { entities, inverse }
    }
    case 'reject': {
      const { damageId } = edit
      const { entities } = await deleteDamage(client, inspectionId, damageId, {}, options)
      return { entities, inverse: { kind: 'restore', damageId } }
    }
    case 'restore': {
      const { damageId } = edit
      const { entities } = await restoreDamage(client, inspectionId, damageId, {}, options)
      return { entities, inverse: { kind: 'reject', damageId } }
    }
    case 'severity': {
      const { partType, severityId, fields } = edit
      const { entities, result } = severityId
        ? await updateSeverity(client, inspectionId, severityId, fields, options)
        : await createSeverity(client, inspectionId, { label: partType, ...fields }, { idempotencyKey: key })
      const inverse: Edit = severityId
        ? { kind: 'severity', partType, severityId, fields: fieldsBefore(before, severityId, fields) }
        : { kind: 'clear_severity', partType, severityId: result }
      return { entities, inverse, ...(severityId ? {} : { made: { severityId: result } }) }
    }
    case 'clear_severity': {
      const { severityId, partType } = edit
      const { entities } = await deletePricing(client, inspectionId, severityId, {}, { idempotencyKey: key })
      const gone = {
        ...before.severityResults[severityId],
        id: severityId,
        deletedAt: new Date().toISOString(),
      }
      return {
        entities: { ...entities, severityResults: { [severityId]: gone } },
        inverse: { kind: 'restore_severity', partType, severityId },
      }
    }
    case 'restore_severity': {
      const { severityId, partType } = edit
      const { entities } = await restorePricing(client, inspectionId, severityId, {}, { idempotencyKey: key })
      const back = { ...before.severityResults[severityId], id: severityId, deletedAt: null }
      return {
        entities: { ...entities, severityResults: { [severityId]: back } },
        inverse: { kind: 'clear_severity', partType, severityId },
      }
    }
    case 'add': {
      const { kind, ...body } = edit
      const { entities, damageId } = await createConfirmed(body, client, inspectionId, key)
      return { entities, inverse: { kind: 'reject', damageId }, made: { damageId } }
    }
    case 'create':
      return sendCreate(edit, client, inspectionId, key)
    case 'mark': {
      const { damageId, imageId, polygon } = edit
      const body = { imageId, damageId, polygons: copyPolygons([polygon]) }
      const { entities, result } = await createView(client, inspectionId, body, { idempotencyKey: key })
      return {
        entities,
        inverse: { kind: 'delete_view', viewId: result, damageId },
        made: { damageId, viewId: result },
      }
    }
    case 'redraw': {
      const { viewId, damageId, polygons } = edit
      const was = before.views[viewId]?.polygons ?? []
      const body = { polygons: copyPolygons(polygons) }
      const { entities } = await updateView(client, inspectionId, viewId, body, options)
      const drawnBefore = was.map((polygon) => polygon.map(([x = 0, y = 0]): [number, number] => [x, y]))
      return { entities, inverse: { kind: 'redraw', viewId, damageId, polygons: drawnBefore } }
    }
    case 'delete_view': {
      const { viewId, damageId } = edit
      const { entities } = await deleteView(client, inspectionId, viewId, {}, options)
      return { entities, inverse: { kind: 'restore_view', viewId, damageId } }
    }
    case 'restore_view': {
      const { viewId, damageId } = edit
      const { entities } = await restoreView(client, inspectionId, viewId, {}, options)
      return { entities, inverse: { kind: 'delete_view', viewId, damageId } }
    }
    case 'vehicle': {
      const { kind, vehicleId, fields } = edit
      const { entities } = await updateVehicle(client, inspectionId, fields, options)
      return { entities, inverse: { kind, vehicleId, fields: vehicleFieldsOf(before, vehicleId, fields) } }
    }
  }
}

async function sendCreate(
  { imageId, damageType, partType, polygon }: Extract<Edit, { kind: 'create' }>,
  client: Client,
  inspectionId: string,
  key: string,
): Promise<Sent<Edit>> {
  const created = await createConfirmed({ damageType, partType }, client, inspectionId, key)
  const { damageId } = created
  const body = { imageId, damageId, polygons: copyPolygons([polygon]) }
  const drawn = await createView(client, inspectionId, body, { idempotencyKey: `${key}-view` })
  const entities = mergeAnswer(created.entities, drawn.entities)
  return { entities, inverse: { kind: 'reject', damageId }, made: { damageId, viewId: drawn.result } }
}

/** Who adds a damage has decided that it is one. */
async function createConfirmed(
  body: { damageType: DamageType; partType: PartType },
  client: Client,
  inspectionId: string,
  key: string,
) {
  const created = await createDamage(client, inspectionId, body, { idempotencyKey: `${key}-damage` })
  const damageId = created.result
  const isConfirmed = { isConfirmed: true }
  const confirmed = await updateDamage(client, inspectionId, damageId, isConfirmed, {
    idempotencyKey: `${key}-confirm`,
  })
  return { damageId, entities: mergeAnswer(created.entities, confirmed.entities) }
}

function fieldsBefore(before: Entities, severityId: string, fields: SeverityFields): SeverityFields {
  const was = before.severityResults[severityId]?.value?.customSeverity
  return {
    ...(fields.level === undefined ? {} : { level: was?.level ?? null }),
    ...(fields.pricing === undefined ? {} : { pricing: was?.pricing ?? null }),
    ...(fields.repairOperation === undefined
      ? {}
      : { repairOperation: was?.repairOperation.REPLACE ? 'replace' : 'repair' }),
  }
}
