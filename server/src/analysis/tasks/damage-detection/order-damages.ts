import type { DamageDetectionResult } from '../../../core/contracts/findings.ts'
import type { Finding } from '../../read-findings.ts'
import { orderAround, placeOf } from '../../walk-around.ts'
import type { FusedDamage } from './fuse-damages.ts'

/**
 * In the order in which somebody walks around the vehicle, and on one picture from left to right: damages are numbered so,
 * and a person who follows the numbers looks at each picture once.
 */
export function orderDamages<D extends Pick<FusedDamage, 'views'>>(
  damages: readonly D[],
  findings: readonly Finding<Pick<DamageDetectionResult, 'seen_view'>>[],
): D[] {
  const places = findings.map(({ image, result }) => placeOf({ ...image, viewpoint: result.seen_view }))
  const around = new Map(orderAround(places).map(({ image_id }, at) => [image_id, at]))
  const placed = damages.map((damage) => {
    const [view] = damage.views
    const { xmin = 0, ymin = 0, width = 0, height = 0 } = view?.bounding_box ?? {}
    return {
      damage,
      picture: around.get(view?.image_id ?? '') ?? around.size,
      x: xmin + width / 2,
      y: ymin + height / 2,
    }
  })
  return placed
    .toSorted((a, b) => a.picture - b.picture || a.x - b.x || a.y - b.y)
    .map(({ damage }) => damage)
}
