import type { DamageType, PartType } from '@walkaround/sdk'
import type { Point } from '../geometry.ts'

export type SeverityFields = {
  level?: number | null
  pricing?: number | null
  repairOperation?: 'repair' | 'replace' | null
}

type DamageFields = { damageType?: DamageType; partType?: PartType; damageSizeCm?: number | null }

export type VehicleFields = {
  vin?: string | null
  plate?: string | null
  brand?: string | null
  model?: string | null
  color?: string | null
  dateOfCirculation?: string | null
  mileage?: { value: number | null; unit: string | null } | null
}

/** Everything a reviewer can change, as data: it waits, is sent again, and has an inverse of the same kind. */
export type Edit =
  | ({ kind: 'damage'; damageId: string; isConfirmed: boolean } & DamageFields)
  | { kind: 'reject'; damageId: string }
  | { kind: 'restore'; damageId: string }
  | { kind: 'severity'; partType: PartType; severityId: string | null; fields: SeverityFields }
  | { kind: 'clear_severity'; partType: PartType; severityId: string }
  | { kind: 'restore_severity'; partType: PartType; severityId: string }
  | { kind: 'add'; damageType: DamageType; partType: PartType }
  | { kind: 'create'; imageId: string; damageType: DamageType; partType: PartType; polygon: Point[] }
  | { kind: 'mark'; imageId: string; damageId: string; polygon: Point[] }
  | { kind: 'redraw'; viewId: string; damageId: string; polygons: Point[][] }
  | { kind: 'delete_view'; viewId: string; damageId: string }
  | { kind: 'restore_view'; viewId: string; damageId: string }
  | { kind: 'vehicle'; vehicleId: string; fields: VehicleFields }

/** What the person did, for the live region, the toasts and the list of what waits. */
export type Said =
  | 'confirmed'
  | 'unconfirmed'
  | 'rejected'
  | 'restored'
  | 'changed'
  | 'severity'
  | 'operation'
  | 'cost'
  | 'created'
  | 'redrawn'
  | 'view_deleted'
  | 'view_restored'
  | 'vehicle'

/** The same, when it is taken back before it was saved. */
export function saidBack(edit: Edit): Said {
  const said = saidOf(edit)
  return BACK[said] ?? said
}

const BACK: Partial<Record<Said, Said>> = {
  confirmed: 'unconfirmed',
  unconfirmed: 'confirmed',
  rejected: 'restored',
  restored: 'rejected',
  created: 'rejected',
  view_deleted: 'view_restored',
  view_restored: 'view_deleted',
}

export function saidOf(edit: Edit): Said {
  switch (edit.kind) {
    case 'damage':
      if (edit.damageType ?? edit.partType ?? edit.damageSizeCm !== undefined) return 'changed'
      return edit.isConfirmed ? 'confirmed' : 'unconfirmed'
    case 'reject':
      return 'rejected'
    case 'restore':
      return 'restored'
    case 'severity':
      if (edit.fields.level !== undefined) return 'severity'
      return edit.fields.pricing !== undefined ? 'cost' : 'operation'
    case 'clear_severity':
    case 'restore_severity':
      return 'severity'
    case 'add':
    case 'create':
      return 'created'
    case 'mark':
    case 'redraw':
      return 'redrawn'
    case 'delete_view':
      return 'view_deleted'
    case 'restore_view':
      return 'view_restored'
    case 'vehicle':
      return 'vehicle'
  }
}
