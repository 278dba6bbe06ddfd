import type { Viewpoint } from '@walkaround/catalog/image-types'
import type { Entities, Image } from '@walkaround/sdk'
import { seenFrom } from './seen-from.ts'
import { numberOf, orderAround } from './walk-around.ts'

export type Picture = {
  id: string
  /** As the service calls it, "P3", and its number alone: given once, whatever the order. */
  label: string
  number: number
  path: string
  width: number
  height: number
  name: string | null
  /** The side it was taken from. */
  side: Viewpoint | null
  takenAt: string | null
  /** Null while the picture was not checked. */
  issues: string[] | null
}

/** In the order of a walk around the vehicle: the same wherever pictures stand in a row. */
export function picturesOf(inspectionId: string, entities: Entities): Picture[] {
  const ids = entities.inspections[inspectionId]?.images ?? Object.keys(entities.images)
  const shown = ids
    .flatMap((id) => entities.images[id] ?? [])
    .filter((image) => !image.deletedAt && image.path)
  return orderAround(shown).map((image) => ({
    id: image.id,
    label: image.label ?? '',
    number: numberOf(image.label) ?? 0,
    path: image.path ?? '',
    width: image.imageWidth ?? 1,
    height: image.imageHeight ?? 1,
    name: labelOf(image),
    side: seenFrom(image),
    takenAt: image.capturedAt ?? image.createdAt ?? null,
    issues: issuesOf(image.compliances),
  }))
}

function labelOf({ additionalData, name }: Image): string | null {
  const label = additionalData?.label
  return typeof label === 'string' ? label : (name ?? null)
}

function issuesOf(compliances: Image['compliances']): string[] | null {
  if (!compliances || typeof compliances.compliance_status !== 'string') return null
  const issues = compliances.compliance_issues
  return Array.isArray(issues) ? issues.filter((issue) => typeof issue === 'string') : []
}

/** Models have not looked for bystanders on it yet; once they have, its address is another one. */
export const isPreview = ({ path }: { path: string }): boolean => path.endsWith('/preview.jpg')

/** The service makes pictures up to this side; larger ones are opened as they are. */
export const RENDITION_SIDES = [1024, 2048] as const

export function renditionUrl(baseUrl: string, path: string, side: number): string {
  return `${baseUrl}/v1/image_resize?${new URLSearchParams({ image_url: path, width: String(side) })}`
}
