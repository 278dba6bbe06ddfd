import { sightIdOf } from '../../analysis/sight-of-image.ts'
import { sightOf } from '../../analysis/sights.ts'
import { directionOf, nearestViewpoint } from '../../analysis/viewpoint.ts'
import { objectIn, textIn } from '../../contracts/free-text.ts'
import type { ImageRow } from '../../images/queries.ts'
import type { ReportImage, ReportLanguage } from '../report-content.ts'

type Placed = { row: ImageRow; azimuth: number | null; isCloseUp: boolean; label: string | null }

/** In the order of a walk around the vehicle, from the front over its left side; close-ups after what they belong to. */
export function imagesInOrder(rows: readonly ImageRow[], language: ReportLanguage): ReportImage[] {
  const placed = rows.map((row) => place(row, language))
  const wide = placed
    .filter((one) => !one.isCloseUp)
    .toSorted((a, b) => (a.azimuth ?? 360) - (b.azimuth ?? 360) || compareIds(a, b))
  const near = placed.filter((one) => one.isCloseUp)
  const taken = new Set<string>()
  const ordered = wide.flatMap((one) => {
    const siblings = near.filter(
      ({ row }) => row.image_sibling_key !== null && row.image_sibling_key === one.row.image_sibling_key,
    )
    for (const { row } of siblings) taken.add(row.id)
    return [one, ...siblings]
  })
  return [...ordered, ...near.filter(({ row }) => !taken.has(row.id))].map(imageOf)
}

function place(row: ImageRow, language: ReportLanguage): Placed {
  const sightId = sightIdOf(row)
  const sight = sightId === null ? null : sightOf(sightId)
  return {
    row,
    azimuth: directionOf({ ...row, sight })?.azimuth ?? null,
    isCloseUp: row.image_type === 'close_up' || sight?.close_up === true,
    label: labelOf(row, language),
  }
}

/** Clients send one label, or one in each of several languages. */
function labelOf({ additional_data, name }: ImageRow, language: ReportLanguage): string | null {
  const labels = objectIn(additional_data, 'label')
  return textIn(additional_data, 'label') ?? textIn(labels, language) ?? textIn(labels, 'en') ?? name
}

function compareIds(a: Placed, b: Placed): number {
  return a.row.id < b.row.id ? -1 : 1
}

function imageOf({ row, azimuth, isCloseUp, label }: Placed): ReportImage {
  return {
    image_id: row.id,
    sha256: row.sha256,
    taken_at: row.captured_at,
    received_at: row.created_at,
    viewpoint: azimuth === null || isCloseUp ? null : nearestViewpoint(azimuth),
    label,
    image_type: row.image_type,
    width: row.image_width,
    height: row.image_height,
    checks: checksOf(row),
  }
}

/** What every picture is looked at for; the rest is listed where it was found. */
const ALWAYS = ['low_resolution', 'blurriness', 'underexposure', 'overexposure', 'lens_flare']

function checksOf({ compliances }: ImageRow): ReportImage['checks'] {
  if (!compliances || compliances.compliance_status === undefined) return null
  if (compliances.image_analysis === undefined) return null
  const found: unknown[] = Array.isArray(compliances.compliance_issues) ? compliances.compliance_issues : []
  const issues = found.filter((issue) => typeof issue === 'string')
  return [
    ...ALWAYS.map((issue) => ({ issue, is_passed: !issues.includes(issue) })),
    ...issues.filter((issue) => !ALWAYS.includes(issue)).map((issue) => ({ issue, is_passed: false })),
  ]
}
