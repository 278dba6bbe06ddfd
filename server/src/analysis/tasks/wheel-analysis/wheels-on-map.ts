import { WHEEL_NAMES, type WheelName } from '../../../contracts/findings.ts'
import type { PartMap } from '../../part-map/segment-parts.ts'
import { visibleParts } from '../../part-map/visible-parts.ts'
import type { LocatedWheel } from './locate-wheels.ts'
import type { Size } from './wheel-geometry.ts'

export type NamedWheel = LocatedWheel & { wheel_name: WheelName }

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
