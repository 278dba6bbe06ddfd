import type { BodyPlan } from './bodies.ts'
import { area, between, type Corner, lines, part, type Shape, tire } from './shapes.ts'

/** From the front: the vehicle's right side is on the viewer's left. */
export function frontShapes(plan: BodyPlan): Shape[] {
  const frame = frameOf(plan, 'front')
  return [...cabin(frame), ...nose(frame), ...mirrors(frame)]
}

/** From the rear: the vehicle's left side is on the viewer's left. */
export function rearShapes(plan: BodyPlan): Shape[] {
  const frame = frameOf(plan, 'back')
  return [...cabin(frame), ...tail(frame), ...mirrors(frame)]
}

function frameOf(plan: BodyPlan, end: 'front' | 'back') {
  const { width } = plan
  const [near, far] = end === 'back' ? (['left', 'right'] as const) : (['right', 'left'] as const)
  return {
    plan,
    end,
    middle: width / 2,
    shoulder: end === 'back' ? plan.belt[1] : plan.cowl[1] - 2,
    waist: end === 'back' ? plan.tail[1] : plan.nose[1],
    roofInset: plan.kind === 'van' ? width * 0.07 : width * 0.17,
    at: (x: number, height: number, radius?: number): Corner =>
      radius === undefined ? [x, plan.height - height] : [x, plan.height - height, radius],
    onBothSides: (draw: (side: 'left' | 'right', x: (distance: number) => number) => Shape): Shape[] => [
      draw(near, (distance) => distance),
      draw(far, (distance) => width - distance),
    ],
  }
}
type Frame = ReturnType<typeof frameOf>

function cabin({ plan, end, middle, shoulder, waist, roofInset, at, onBothSides }: Frame): Shape[] {
  const { width, height, clearance, wheelRadius } = plan
  return [
    ...onBothSides((side, x) =>
      tire(`wheel_${end}_${side}`, [
        at(x(6), wheelRadius * 1.2),
        at(x(30), wheelRadius * 1.2),
        at(x(30), 0),
        at(x(6), 0),
      ]),
    ),
    area('body', [
      at(4, clearance + 12, 12),
      at(2, waist, 16),
      at(8, shoulder - 4, 22),
      at(roofInset, height - 4, 26),
      at(middle, height - 1, 60),
      at(width - roofInset, height - 4, 26),
      at(width - 8, shoulder - 4, 22),
      at(width - 2, waist, 16),
      at(width - 4, clearance + 12, 12),
      at(width - 20, clearance + 2, 10),
      at(20, clearance + 2, 10),
    ]),
    part('roof', [
      at(roofInset + 4, height - 8, 8),
      at(middle, height - 2, 60),
      at(width - roofInset - 4, height - 8, 8),
      at(middle, height - 10, 60),
    ]),
    part(end === 'back' ? 'windshield_back' : 'windshield_front', [
      at(18, shoulder + 3, 10),
      at(roofInset + 5, height - 13, 14),
      at(middle, height - 10, 50),
      at(width - roofInset - 5, height - 13, 14),
      at(width - 18, shoulder + 3, 10),
      at(middle, shoulder - 2, 60),
    ]),
  ]
}

function bumperCorners({ plan, at }: Frame, top: Corner[]): Corner[] {
  const { width, clearance } = plan
  return [
    ...top,
    at(width - 6, clearance + 14, 14),
    at(width - 24, clearance + 4, 12),
    at(24, clearance + 4, 12),
    at(6, clearance + 14, 14),
  ]
}

function nose(frame: Frame): Shape[] {
  const { plan, middle, shoulder, waist, at, onBothSides } = frame
  const { width, clearance } = plan
  const lamp = plan.hoodFront[1]
  const bars = [0.25, 0.5, 0.75].map((share) => {
    const [, y] = at(0, between(lamp - 11, waist - 22, share))
    return [
      [60, y],
      [width - 60, y],
    ] as const
  })
  return [
    part('hood', [
      at(14, shoulder - 2, 12),
      at(middle, shoulder + 1, 60),
      at(width - 14, shoulder - 2, 12),
      at(width - 24, lamp - 3, 14),
      at(middle, lamp - 8, 60),
      at(24, lamp - 3, 14),
    ]),
    ...onBothSides((side, x) =>
      part(`fender_front_${side}`, [
        at(x(4), waist + 2, 6),
        at(x(9), shoulder - 6, 10),
        at(x(14), shoulder - 6, 6),
        at(x(18), lamp + 2, 4),
      ]),
    ),
    ...onBothSides((side, x) =>
      part(`head_light_${side}`, [
        at(x(8), lamp - 1, 8),
        at(x(34), lamp - 5, 6),
        at(x(52), lamp - 13, 6),
        at(x(46), lamp - 20, 8),
        at(x(12), lamp - 17, 8),
      ]),
    ),
    part(
      'bumper_front',
      bumperCorners(frame, [
        at(4, waist - 8, 8),
        at(50, waist - 16, 6),
        at(width - 50, waist - 16, 6),
        at(width - 4, waist - 8, 8),
      ]),
    ),
    part('grill_radiator', [
      at(54, lamp - 11, 8),
      at(width - 54, lamp - 11, 8),
      at(width - 58, waist - 22, 10),
      at(58, waist - 22, 10),
    ]),
    lines(...bars),
    part('grill_low', [
      at(44, clearance + 20, 8),
      at(width - 44, clearance + 20, 8),
      at(width - 54, clearance + 8, 8),
      at(54, clearance + 8, 8),
    ]),
    ...onBothSides((side, x) =>
      part(`fog_light_front_${side}`, [
        at(x(16), clearance + 26),
        at(x(36), clearance + 23),
        at(x(34), clearance + 14),
        at(x(18), clearance + 14),
      ]),
    ),
    plate(frame, 'license_plate_front', waist - 30),
  ]
}

function tail(frame: Frame): Shape[] {
  const { plan, middle, shoulder, waist, at, onBothSides } = frame
  const { kind, width, height, clearance } = plan
  const gateTop = shoulder - 3
  const gateFoot = kind === 'sedan' ? waist - 2 : clearance + 30
  const isUpright = kind === 'van' || kind === 'pickup'
  const shapes = [
    part('trunk', [
      at(16, gateTop, 10),
      at(middle, gateTop + 3, 60),
      at(width - 16, gateTop, 10),
      at(width - 22, gateFoot, 12),
      at(22, gateFoot, 12),
    ]),
    ...onBothSides((side, x) =>
      part(
        `tail_light_${side}`,
        isUpright
          ? [
              at(x(5), gateTop - 6, 5),
              at(x(17), gateTop - 6, 5),
              at(x(17), gateTop - 44, 5),
              at(x(5), gateTop - 44, 5),
            ]
          : [
              at(x(5), gateTop - 4, 8),
              at(x(50), gateTop - 9, 8),
              at(x(48), gateTop - 20, 8),
              at(x(6), gateTop - 24, 8),
            ],
      ),
    ),
    part('bumper_back', bumperCorners(frame, [at(4, gateFoot - 2, 8), at(width - 4, gateFoot - 2, 8)])),
    ...onBothSides((side, x) =>
      part(
        `fog_light_back_${side}`,
        [
          at(x(16), clearance + 20),
          at(x(34), clearance + 20),
          at(x(34), clearance + 14),
          at(x(16), clearance + 14),
        ],
        4,
      ),
    ),
    plate(frame, 'license_plate_back', kind === 'sedan' ? waist + 18 : (gateTop + gateFoot) / 2),
  ]
  if (kind !== 'van') return shapes
  const [, top] = at(0, height - 12)
  const [, foot] = at(0, gateFoot)
  return [
    ...shapes,
    lines([
      [middle, top],
      [middle, foot],
    ]),
  ]
}

function plate(
  { middle, at }: Frame,
  name: 'license_plate_front' | 'license_plate_back',
  height: number,
): Shape {
  const corners = [
    at(middle - 25, height + 6),
    at(middle + 25, height + 6),
    at(middle + 25, height - 6),
    at(middle - 25, height - 6),
  ]
  return part(name, corners, 2)
}

function mirrors({ shoulder, at, onBothSides }: Frame): Shape[] {
  return onBothSides((side, x) =>
    part(`mirror_${side}`, [
      at(x(10), shoulder + 12, 6),
      at(x(-16), shoulder + 12, 7),
      at(x(-16), shoulder - 2, 7),
      at(x(8), shoulder + 1, 5),
    ]),
  )
}
