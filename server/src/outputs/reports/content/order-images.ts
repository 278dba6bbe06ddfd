import { nearestViewpoint } from '@walkaround/catalog/image-types'
import type { Language } from '@walkaround/catalog/languages'
import { sightIdOf } from '../../../analysis/sight-of-image.ts'
import { orderAround, type Place, placeOf } from '../../../analysis/walk-around.ts'
import { objectIn, textIn } from '../../../core/contracts/free-text.ts'
import type { ImageRow } from '../../../inspection/images/queries.ts'
import type { ReportImage } from '../report-content.ts'

/** In the order of a walk around the vehicle. */
export function imagesInOrder(rows: readonly ImageRow[], language: Language): ReportImage[] {
  const places = orderAround(rows.map((row) => placeOf({ ...row, sight_id: sightIdOf(row) })))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap((place) => {
    const row = byId.get(place.image_id)
    return row ? [imageOf(row, place, language)] : []
  })
}

/** Clients send one label, or one in each of several languages. */
function labelOf({ additional_data, name }: ImageRow, language: Language): string | null {
  const labels = objectIn(additional_data, 'label')
  return textIn(additional_data, 'label') ?? textIn(labels, language) ?? textIn(labels, 'en') ?? name
}

function imageOf(row: ImageRow, { azimuth, is_close_up }: Place, language: Language): ReportImage {
  return {
    image_id: row.id,
    number: row.number,
    sha256: row.sha256,
    taken_at: row.captured_at,
    received_at: row.created_at,
    viewpoint: azimuth === null || is_close_up ? null : nearestViewpoint(azimuth),
    label: labelOf(row, language),
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
