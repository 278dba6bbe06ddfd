import { WHEEL_NAMES, type WheelName } from '../../../core/contracts/findings.ts'
import { shareOfSmaller } from '../../boxes.ts'
import type { PartMap } from '../../part-map/segment-parts.ts'
import { visibleParts } from '../../part-map/visible-parts.ts'
import type { LocatedWheel } from './locate-wheels.ts'
import type { Size } from './wheel-geometry.ts'

export type NamedWheel = LocatedWheel & { wheel_name: WheelName }

export const WHEELS_BESIDES_MAP = {
  /** Two boxes are one wheel from here on: the share of the smaller box that lies in the other. */
  same_wheel_min: 0.5,
}

/** The wheels that the part segmenter sees on a picture of the vehicle, with their names, the largest first. */
export function wheelsOnMap(map: PartMap, size: Size): NamedWheel[] {
  return visibleParts(map, size)
    .flatMap(({ part_type, confidence, bounding_box: { xmin, ymin, width, height } }) => {
      const wheel_name = WHEEL_NAMES.find((name) => name === part_type)
      const box = {
        xmin: xmin / size.width,
        ymin: ymin / size.height,
        width: width / size.width,
        height: height / size.height,
      }
      return wheel_name ? [{ wheel_name, confidence, box }] : []
    })
    .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
}

/**
 * The named wheels of the locator that the map lacks. Their names come from the sight, which says what was asked for and not
 * what was taken: a name on the other side of the vehicle than the map sees is wrong.
 */
export function wheelsBesidesMap(
  onMap: readonly NamedWheel[],
  located: readonly (LocatedWheel & { wheel_name: WheelName | null })[],
): NamedWheel[] {
  return located.flatMap(({ wheel_name, ...wheel }) => {
    if (!wheel_name) return []
    const isContradicted = onMap.some(
      (seen) =>
        seen.wheel_name === wheel_name ||
        isLeft(seen.wheel_name) !== isLeft(wheel_name) ||
        shareOfSmaller(seen.box, wheel.box) >= WHEELS_BESIDES_MAP.same_wheel_min,
    )
    return isContradicted ? [] : [{ ...wheel, wheel_name }]
  })
}

const isLeft = (name: WheelName) => name.endsWith('_left')
