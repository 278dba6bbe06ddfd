import { nearestViewpoint } from '@walkaround/catalog/image-types'
import { sightIdOf } from '../../../analysis/sight-of-image.ts'
import { sightOf } from '../../../analysis/sights.ts'
import { placeOf } from '../../../analysis/walk-around.ts'
import type { ImageRow } from '../../../inspection/images/queries.ts'

/** From where a vehicle shows most of itself, the best first. */
const BEST = ['front_left', 'front_right', 'front', 'left', 'right', 'back_left', 'back_right', 'back']

/** The picture that shows the whole vehicle best: a front corner first, and a close-up only where there is nothing else. */
export function coverImageOf(rows: readonly ImageRow[]): string | null {
  const ranked = rows.map((row) => ({ id: row.id, rank: rankOf(row) }))
  const [best] = ranked.toSorted((a, b) => compare(a.rank, b.rank) || (a.id < b.id ? -1 : 1))
  return best?.id ?? null
}

function rankOf(row: ImageRow): number[] {
  const sight_id = sightIdOf(row)
  const sight = sight_id === null ? null : sightOf(sight_id)
  const { azimuth, is_close_up } = placeOf({ ...row, sight_id })
  const seen = azimuth === null ? -1 : BEST.indexOf(nearestViewpoint(azimuth))
  const isPart = is_close_up || sight?.whole_vehicle === false || row.has_vehicle === false
  return [
    is_close_up ? 1 : 0,
    isPart ? 1 : 0,
    seen < 0 ? BEST.length : seen,
    row.compliances?.compliance_status === 'non_compliant' ? 1 : 0,
  ]
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, n) => value !== b[n])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
