import type { PartType } from '../../core/contracts/part-types.ts'
import type { VehicleBody } from './vehicle-bodies.ts'

/** Centimetres from the middle of the vehicle on the ground: forward, to its left, up. */
export type Space = [number, number, number]
export type Surface = { part: PartType; points: Space[] }

// Bumpers are round: their ends lie this far behind their middle.
const NOSE_CURVE = 28
const TAIL_CURVE = 18
const SILL = 14
const ROOF_EDGE = 9
const WHEEL_POINTS = 12

/** The large outer parts of a body as flat pieces. Small ones, such as handles, are left to the part they sit on. */
export function surfacesOf(body: VehicleBody): Surface[] {
  return [
    ...sideSurfaces(body, 'left', 1),
    ...sideSurfaces(body, 'right', -1),
    ...frontSurfaces(body),
    ...backSurfaces(body),
    ...topSurfaces(body),
  ]
}

function between(a: number, b: number, share: number) {
  return a + (b - a) * share
}

function beltAt(body: VehicleBody, x: number) {
  const [cowl, deck] = [body.cowl[0], body.deck_front[0]]
  return between(body.belt_z[0], body.belt_z[1], (x - cowl) / (deck - cowl))
}

function sideSurfaces(body: VehicleBody, side: 'left' | 'right', sign: 1 | -1): Surface[] {
  const half = body.width / 2
  const at = (x: number, z: number): Space => {
    const above = Math.max(0, z - body.belt_z[0]) / (body.height - body.belt_z[0])
    const y = half * (1 - 2 * body.lean * Math.min(1, above))
    const kept = Math.min(body.length - TAIL_CURVE, Math.max(NOSE_CURVE, x))
    return [body.length / 2 - kept, sign * y, z]
  }
  const sill = body.clearance + SILL
  const arch = body.wheel_radius + 7
  const front = body.axle_x
  const back = body.axle_x + body.wheelbase
  const door = front + arch + 10
  const [b, c] = [body.door_front_x, body.door_back_x]
  const light = 52
  const roofAt = (x: number) =>
    between(
      body.roof_front[1],
      body.roof_back[1],
      (x - body.roof_front[0]) / (body.roof_back[0] - body.roof_front[0]),
    ) - ROOF_EDGE
  const pillar = body.cowl[0] + 30
  const windowBack = Math.min(body.roof_back[0] - 10, c - 6)
  const corner = (points: [number, number][]): Space[] => points.map(([x, z]) => at(x, z))
  const surfaces: [PartType, [number, number][]][] = [
    [
      `fender_front_${side}`,
      [
        [body.hood[0] + 36, body.hood[1] - 7],
        [body.cowl[0], body.cowl[1] - 8],
        [door, beltAt(body, door)],
        [door, sill],
        [front + arch, sill],
        [front, body.wheel_radius + arch],
        [front - arch, sill],
        [light, body.nose_z - 8],
      ],
    ],
    [
      'bumper_front',
      [
        [6, body.nose_z - 4],
        [light, body.nose_z - 11],
        [front - arch + 2, body.clearance + 6],
        [16, body.clearance + 6],
      ],
    ],
    [
      `head_light_${side}`,
      [
        [9, body.nose_z + 2],
        [body.hood[0] + 34, body.hood[1] - 6],
        [light + 12, body.nose_z - 2],
        [10, body.nose_z - 7],
      ],
    ],
    [
      `door_front_${side}`,
      [
        [door, beltAt(body, door)],
        [b, beltAt(body, b)],
        [b, sill],
        [door, sill],
      ],
    ],
    [
      `door_back_${side}`,
      [
        [b, beltAt(body, b)],
        [c, beltAt(body, c)],
        [c, sill + 34],
        [Math.min(c - 4, back - arch), sill],
        [b, sill],
      ],
    ],
    [
      `fender_back_${side}`,
      [
        [c, beltAt(body, c)],
        [body.deck_front[0], body.deck_front[1] - 3],
        [body.deck_back[0], body.deck_back[1] - 3],
        [body.length - 40, body.tail_z - 12],
        [back + arch, sill],
        [back, body.wheel_radius + arch],
        [back - arch, sill],
        [c, sill + 34],
      ],
    ],
    [
      'bumper_back',
      [
        [body.length - 2, body.tail_z - 4],
        [body.length - 42, body.tail_z - 12],
        [back + arch, body.clearance + 8],
        [body.length - 10, body.clearance + 8],
      ],
    ],
    [
      `rocker_panel_${side}`,
      [
        [front + arch, sill],
        [back - arch, sill],
        [back - arch, body.clearance + 2],
        [front + arch, body.clearance + 2],
      ],
    ],
    [
      `window_front_${side}`,
      [
        [pillar, beltAt(body, pillar) + 3],
        [body.roof_front[0] + 8, roofAt(body.roof_front[0] + 8)],
        [b - 4, roofAt(b)],
        [b - 4, beltAt(body, b) + 3],
      ],
    ],
    [
      `window_back_${side}`,
      [
        [b + 6, beltAt(body, b) + 3],
        [b + 6, roofAt(b)],
        [windowBack, roofAt(windowBack)],
        [c - 6, beltAt(body, c) + 3],
      ],
    ],
    [`wheel_front_${side}`, circle(front, body.wheel_radius)],
    [`wheel_back_${side}`, circle(back, body.wheel_radius)],
  ]
  return surfaces
    .filter(([part]) => body.has_back_doors || !/^(door|window)_back/.test(part))
    .map(([part, points]) => ({ part, points: corner(points) }))
}

function circle(x: number, radius: number): [number, number][] {
  return Array.from({ length: WHEEL_POINTS }, (_, at) => {
    const angle = (at / WHEEL_POINTS) * 2 * Math.PI
    return [x + radius * Math.cos(angle), radius + radius * Math.sin(angle)]
  })
}

/** Left and right twins of pieces given for the left side, from the edge (1) towards the middle (0). */
function bothSides(
  part: (side: 'left' | 'right') => PartType,
  points: [number, number][],
  at: At,
): Surface[] {
  return (['left', 'right'] as const).map((side) => ({
    part: part(side),
    points: points.map(([share, z]) => at(side === 'left' ? share : -share, z)),
  }))
}
type At = (share: number, z: number) => Space

function frontSurfaces(body: VehicleBody): Surface[] {
  const at: At = (share, z) => [body.length / 2 - NOSE_CURVE * share * share, (share * body.width) / 2, z]
  const light = body.hood[1]
  const low = body.nose_z
  return [
    ...bothSides(
      (side) => `head_light_${side}`,
      [
        [1, light],
        [0.62, light - 5],
        [0.48, light - 18],
        [1, light - 18],
      ],
      at,
    ),
    {
      part: 'grill_radiator',
      points: [at(0.4, light - 8), at(-0.4, light - 8), at(-0.36, low - 20), at(0.36, low - 20)],
    },
    {
      part: 'bumper_front',
      points: [
        at(1, low - 8),
        at(0.5, low - 20),
        at(-0.5, low - 20),
        at(-1, low - 8),
        at(-1, body.clearance + 8),
        at(0, body.clearance),
        at(1, body.clearance + 8),
      ],
    },
  ]
}

function backSurfaces(body: VehicleBody): Surface[] {
  const at: At = (share, z) => [-body.length / 2 + TAIL_CURVE * share * share, (share * body.width) / 2, z]
  const gateTop = body.has_boot ? body.deck_back[1] : body.deck_front[1]
  const gateLow = body.has_boot ? body.tail_z - 2 : body.clearance + 30
  return [
    { part: 'trunk', points: [at(0.8, gateTop), at(-0.8, gateTop), at(-0.74, gateLow), at(0.74, gateLow)] },
    ...bothSides(
      (side) => `tail_light_${side}`,
      [
        [0.99, gateTop - 4],
        [0.8, gateTop - 8],
        [0.78, gateTop - 24],
        [0.99, gateTop - 28],
      ],
      at,
    ),
    {
      part: 'bumper_back',
      points: [
        at(1, gateLow - 2),
        at(-1, gateLow - 2),
        at(-1, body.clearance + 8),
        at(0, body.clearance),
        at(1, body.clearance + 8),
      ],
    },
  ]
}

function topSurfaces(body: VehicleBody): Surface[] {
  const half = body.width / 2
  // A strip across the vehicle from one point of its outline to the next.
  const strip = (
    part: PartType,
    from: [number, number],
    to: [number, number],
    widths: [number, number],
  ): Surface => ({
    part,
    points: [
      [body.length / 2 - from[0], half * widths[0], from[1]],
      [body.length / 2 - to[0], half * widths[1], to[1]],
      [body.length / 2 - to[0], -half * widths[1], to[1]],
      [body.length / 2 - from[0], -half * widths[0], from[1]],
    ],
  })
  const roof = 1 - 2 * body.lean
  return [
    strip('hood', body.hood, body.cowl, [0.72, 0.86]),
    strip('windshield_front', body.cowl, body.roof_front, [0.82, roof]),
    strip('roof', body.roof_front, body.roof_back, [roof, roof]),
    strip('windshield_back', body.roof_back, body.deck_front, [roof, 0.8]),
    ...(body.has_boot ? [strip('trunk', body.deck_front, body.deck_back, [0.8, 0.8])] : []),
  ]
}
