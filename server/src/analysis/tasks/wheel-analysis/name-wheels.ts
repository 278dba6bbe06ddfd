import { type Box, WHEEL_NAMES, type WheelName } from '../../../core/contracts/findings.ts'
import { layoutSeenFrom } from '../../damage/part-layout.ts'
import { bodiesOf } from '../../damage/part-of-damage.ts'
import type { PictureFacts } from '../../damage/picture-facts.ts'
import type { VehicleBody } from '../../damage/vehicle-bodies.ts'

export const NAME_WHEELS = {
  /** How far from its place in the vehicle's box a wheel may be seen, as a share of the width of that box. */
  off_max: 0.15,
}

/**
 * Which wheels are seen on a picture of the whole vehicle that was taken for a sight: the sight says the side, the
 * place in the vehicle's box says front or back. Null where that is not clear.
 */
export function nameWheels(
  boxes: readonly Box[],
  { sight, whole, vehicle }: PictureFacts,
  vehicleType: string | null,
): (WheelName | null)[] {
  const azimuth = sight?.azimuth ?? null
  if (azimuth === null || !whole || !vehicle) return boxes.map(() => null)
  const bodies = bodiesOf(vehicleType, vehicle.kind)
  const names = boxes.map(({ xmin, width }) => {
    const across = (xmin + width / 2 - whole.left) / (whole.right - whole.left)
    const [first, ...others] = bodies.map((body) => nearestWheel(across, azimuth, body))
    return first && others.every((other) => other === first) ? first : null
  })
  // Two wheels in one place: one of them is another vehicle's, and which one is not known.
  return names.map((name) => (names.filter((other) => other === name).length > 1 ? null : name))
}

/** Of those that are turned to the camera. */
function nearestWheel(across: number, azimuth: number, body: VehicleBody): WheelName | null {
  const seen = layoutSeenFrom(azimuth, body).flatMap(({ part, polygon }) => {
    const name = WHEEL_NAMES.find((name) => name === part)
    const x = polygon.reduce((sum, [x]) => sum + x, 0) / polygon.length
    return name ? [{ name, off: Math.abs(x - across) }] : []
  })
  const [nearest] = seen.toSorted((a, b) => a.off - b.off)
  return nearest && nearest.off <= NAME_WHEELS.off_max ? nearest.name : null
}
