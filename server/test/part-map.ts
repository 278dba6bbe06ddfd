import type { PartMap } from '../src/analysis/part-map/segment-parts.ts'

const SIDE = 8

/** The classes that the tests need of those the network has. */
export const PART_CLASSES: PartMap['classes'] = [
  { name: 'background' },
  { name: 'bumper_front', part_type: 'bumper_front' },
  { name: 'door_front', left: 'door_front_left', right: 'door_front_right' },
  { name: 'head_light', left: 'head_light_left', right: 'head_light_right' },
  { name: 'hood', part_type: 'hood' },
  { name: 'license_plate', front: 'license_plate_front', back: 'license_plate_back' },
  { name: 'wheel_back', left: 'wheel_back_left', right: 'wheel_back_right' },
  { name: 'wheel_front', left: 'wheel_front_left', right: 'wheel_front_right' },
]

export const PART_PARAMETERS: PartMap['parameters'] = {
  input_side: 64,
  margin: 0,
  views: ['front', 'left', 'right'],
  view_threshold: 0.6,
  part_threshold: 0.5,
  side_threshold: 0.7,
  visible_threshold: 0.5,
  visible_share_min: 0.02,
  calibration: { a: 1, b: 0 },
}

/** A map whose cells show what the function says, and are on the left as the other says. */
export function drawPartMap(
  shown: (x: number, y: number) => string,
  left: (x: number, y: number) => number,
): PartMap {
  const map: PartMap = {
    classes: PART_CLASSES,
    parameters: PART_PARAMETERS,
    box: { left: 0, top: 0, right: 1, bottom: 1 },
    side: SIDE,
    parts: new Float32Array(PART_CLASSES.length * SIDE * SIDE).fill(0.03),
    left: new Float32Array(SIDE * SIDE),
    views: Float32Array.of(0.7, 0.15, 0.15),
  }
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const at = PART_CLASSES.findIndex(({ name }) => name === shown(x, y))
      map.parts[(at * SIDE + y) * SIDE + x] = 1 - 0.03 * (PART_CLASSES.length - 1)
      map.left[y * SIDE + x] = left(x, y)
    }
  }
  return map
}

/** A close-up: one part everywhere. */
export function partMapOf(name: string, { left }: { left: number }): PartMap {
  return drawPartMap(
    () => name,
    () => left,
  )
}
