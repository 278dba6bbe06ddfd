import type { Entities, Image } from '@walkaround/sdk'

export type Picture = {
  id: string
  number: number
  path: string
  width: number
  height: number
  name: string | null
  viewpoint: string | null
  takenAt: string | null
  /** Null while the picture was not checked. */
  issues: string[] | null
}

export function picturesOf(inspectionId: string, entities: Entities): Picture[] {
  const ids = entities.inspections[inspectionId]?.images ?? Object.keys(entities.images)
  return ids
    .flatMap((id) => entities.images[id] ?? [])
    .filter((image) => !image.deletedAt && image.path)
    .map((image, at) => ({
      id: image.id,
      number: at + 1,
      path: image.path ?? '',
      width: image.imageWidth ?? 1,
      height: image.imageHeight ?? 1,
      name: labelOf(image),
      viewpoint: image.viewpoint?.prediction ?? null,
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

/** The service makes pictures up to this side; larger ones are opened as they are. */
export const RENDITION_SIDES = [1024, 2048] as const

export function renditionUrl(baseUrl: string, path: string, side: number): string {
  return `${baseUrl}/v1/image_resize?${new URLSearchParams({ image_url: path, width: String(side) })}`
}
