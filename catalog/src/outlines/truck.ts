import { distanceTable } from './distance-table.ts'
import { type Feature, shape, stroke, symmetric, twins, wheelFeatures } from './features.ts'
import { type Corner, clamp, type Field, lengthOf, type Place, roundCorners, roundMax } from './geometry.ts'
import { archField, mirrorField, type Solid, wheelField } from './solid.ts'

/** A rigid truck: a cab over the front axle, and a box. In centimeters; no particular model. */
export const TRUCK = {
  length: 760,
  height: 340,
  width: 245,
  mirror: [44, 218, 8],
  mirrorSize: [8, 12, 30],
} as const

const HALF = TRUCK.width / 2
const WHEEL_RADIUS = 46
const AXLES = [124, 590] as const
const CAB_END = 204
const BOX = { start: 216, end: 756, bottom: 112, top: 338 } as const

const CAB: readonly Corner[] = [
  [10, 40, 12],
  [4, 64, 10],
  [4, 148, 16],
  [26, 262, 30],
  [64, 280, 30],
  [92, 282, 10],
  [186, 330, 14],
  [CAB_END, 330, 6],
  [CAB_END, 44, 4],
]

export function truckSolid(): Solid {
  const profile = distanceTable(roundCorners(CAB, true, 6), CAB_END, TRUCK.height)
  const arch = archField(HALF, AXLES, { wheelRadius: WHEEL_RADIUS, radius: WHEEL_RADIUS + 9 })
  const cab: Field = (x, y, z) => {
    const wide = Math.abs(y)
    const bend = 14 * (wide / HALF) ** 2 * clamp(1 - x / 120)
    const lean = 8 * clamp((z - 150) / 130) + 18 * clamp((z - 278) / 40) + 3 * clamp((110 - z) / 60)
    return roundMax(profile(x - bend, z), wide - (HALF - 7 - lean), 14)
  }
  const blocks = [
    block([BOX.start, 0, BOX.bottom], [BOX.end, HALF - 1, BOX.top], 3),
    block([190, 0, 80], [740, 62, BOX.bottom + 4], 3),
    block([CAB_END + 4, 0, 58], [AXLES[1] - WHEEL_RADIUS - 14, HALF - 8, 100], 4),
    block([736, 0, 84], [754, HALF - 8, BOX.bottom + 4], 3),
    block([730, 0, 50], [748, HALF - 10, 68], 3),
    block([724, 0, 54], [740, 50, BOX.bottom], 3),
  ]
  const body: Field = (x, y, z) => {
    let least = Math.max(cab(x, y, z), arch(x, y, z))
    for (const field of blocks) least = Math.min(least, field(x, y, z))
    return least
  }
  const mirror = mirrorField(HALF, TRUCK.mirror, TRUCK.mirrorSize)
  const wheel = wheelField(HALF - 4, AXLES, WHEEL_RADIUS)
  return { body, mirror, all: (x, y, z) => Math.min(body(x, y, z), mirror(x, y, z), wheel(x, y, z)) }
}

/** Alike on both sides of the middle: y from 0 to the upper corner's. */
function block(low: Place, high: Place, rounding: number): Field {
  const [cx, cz] = [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2]
  const [rx, ry, rz] = [high[0] - cx - rounding, high[1] - rounding, high[2] - cz - rounding]
  return (x, y, z) => {
    const [dx, dy, dz] = [Math.abs(x - cx) - rx, Math.abs(y) - ry, Math.abs(z - cz) - rz]
    const outside = lengthOf(Math.max(0, dx), Math.max(0, dy), Math.max(0, dz))
    return outside + Math.min(0, Math.max(dx, dy, dz)) - rounding
  }
}

export function truckFeatures(): Feature[] {
  return [...sidesOf(), ...frontOf(), ...rearOf()]
}

const rectangle = (left: number, right: number, top: number, bottom: number, radius: number): Corner[] => [
  [left, top, radius],
  [right, top, radius],
  [right, bottom, radius],
  [left, bottom, radius],
]

function sidesOf(): Feature[] {
  return (['left', 'right'] as const).flatMap((side) => [
    shape('glass', side, [40, 164, 8], [56, 252, 14], [142, 254, 8], [142, 164, 8]),
    stroke('line', side, [30, 84], [30, 156, 10], [50, 262, 14], [152, 264, 6], [152, 100]),
    stroke('line', side, [30, 156], [152, 156]),
    shape('trim', side, ...rectangle(122, 146, 146, 140, 2)),
    shape('line', side, ...rectangle(BOX.start + 4, BOX.end - 5, BOX.top - 10, BOX.bottom + 8, 3)),
    stroke('line', side, [CAB_END + 10, 79], [AXLES[1] - WHEEL_RADIUS - 20, 79]),
    ...AXLES.flatMap((x) => wheelFeatures(x, side === 'left' ? 1 : -1, HALF - 4, WHEEL_RADIUS)),
  ])
}

function frontOf(): Feature[] {
  return [
    symmetric('glass', 'front', [0, 256, 60], [HALF - 24, 254, 14], [HALF - 17, 160, 12], [0, 158, 60]),
    symmetric('line', 'front', [HALF - 18, 148, 10], [HALF - 20, 112, 10]),
    symmetric('trim', 'front', [60, 106, 8], [54, 76, 8]),
    stroke('trim', 'front', [-56, 91], [56, 91]),
    ...twins('lamp', 'front', [66, 102, 4], [HALF - 18, 104, 8], [HALF - 18, 82, 8], [70, 80, 4]),
    symmetric('line', 'front', [HALF - 20, 72, 8], [HALF - 24, 46, 8]),
    symmetric('trim', 'front', [26, 64, 2], [26, 53, 2]),
  ]
}

function rearOf(): Feature[] {
  const edge = HALF - 9
  return [
    shape('line', 'rear', ...rectangle(-edge, edge, BOX.top - 10, BOX.bottom + 8, 3)),
    stroke('line', 'rear', [0, BOX.top - 10], [0, BOX.bottom + 8]),
    ...[8, -8].map((y) => stroke('trim', 'rear', [y, BOX.top - 14], [y, BOX.bottom + 12])),
    ...twins('lamp', 'rear', ...rectangle(HALF - 58, HALF - 14, 105, 90, 3)),
    symmetric('trim', 'rear', [26, 104, 2], [26, 92, 2]),
  ]
}
