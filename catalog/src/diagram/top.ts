import type { BodyPlan } from './bodies.ts'
import { area, type Corner, part, type Shape } from './shapes.ts'

/** From above, nose to the left: the vehicle's left side is at the bottom. */
export function topShapes(plan: BodyPlan): Shape[] {
  const frame = frameOf(plan)
  return [outline(frame), ...middle(frame), ...back(frame), ...flanks(frame)]
}

function frameOf(plan: BodyPlan) {
  const { width, overhang, wheelRadius } = plan
  const inset = width * 0.06
  const onBothSides = (draw: (side: 'left' | 'right', y: (distance: number) => number) => Shape): Shape[] => [
    draw('right', (distance) => distance),
    draw('left', (distance) => width - distance),
  ]
  return {
    plan,
    inset,
    middle: width / 2,
    onBothSides,
    doorStart: overhang + wheelRadius + 17,
    /** A band across the vehicle from x to x, `near` and `far` being how far its ends stay from the sides. */
    across: (
      [x0, edge0, bow0, radius0]: readonly [number, number, number, number],
      [x1, edge1, bow1, radius1]: readonly [number, number, number, number],
    ): Corner[] => [
      [x0, edge0, radius0],
      [x1, edge1, radius1],
      [x1 + bow1, width / 2, 50],
      [x1, width - edge1, radius1],
      [x0, width - edge0, radius0],
      [x0 + bow0, width / 2, 50],
    ],
  }
}
type Frame = ReturnType<typeof frameOf>

function outline({ plan, inset }: Frame): Shape {
  const { length, width, nose } = plan
  return area('body', [
    [nose[0], inset * 2.2, 40],
    [60, 2, 60],
    [length - 50, 2, 50],
    [length - 2, inset * 1.6, 34],
    [length - 2, width - inset * 1.6, 34],
    [length - 50, width - 2, 50],
    [60, width - 2, 60],
    [nose[0], width - inset * 2.2, 40],
  ])
}

function middle({ plan, inset, across, onBothSides }: Frame): Shape[] {
  const { kind, width, nose, cowl, roofFront, roofRear, windowFoot } = plan
  const shapes = [
    part('bumper_front', [
      [nose[0] + 1, inset * 2.4, 30],
      [40, inset, 20],
      [24, inset * 2.6, 24],
      [24, width - inset * 2.6, 24],
      [40, width - inset, 20],
      [nose[0] + 1, width - inset * 2.4, 30],
    ]),
    ...onBothSides((side, y) =>
      part(`head_light_${side}`, [
        [22, y(inset * 2.7), 6],
        [48, y(inset * 0.9), 6],
        [72, y(inset * 0.8), 6],
        [46, y(inset * 3), 8],
      ]),
    ),
    part('hood', [
      [30, inset * 3, 18],
      [Math.min(70, cowl[0] - 24), inset * 2.1, 14],
      [cowl[0] - 2, inset * 2.3, 6],
      [cowl[0] - 12, width / 2, 40],
      [cowl[0] - 2, width - inset * 2.3, 6],
      [Math.min(70, cowl[0] - 24), width - inset * 2.1, 14],
      [30, width - inset * 3, 18],
    ]),
    part(
      'windshield_front',
      across([cowl[0] + 2, inset * 2.4, -12, 8], [roofFront[0] - 2, inset * 3.3, -6, 8]),
    ),
    part('roof', across([roofFront[0] + 2, inset * 3.2, -6, 10], [roofRear[0] - 2, inset * 3.2, 5, 10])),
  ]
  if (kind === 'van') return shapes
  return [
    ...shapes,
    part(
      'windshield_back',
      across([roofRear[0] + 4, inset * 3.3, 5, 8], [windowFoot[0] - 2, inset * 2.5, 7, 8]),
    ),
  ]
}

function back({ plan, inset, across }: Frame): Shape[] {
  const { kind, length, width, windowFoot, deck } = plan
  const bumper = part('bumper_back', [
    [length - 30, inset * 0.9, 16],
    [length - 3, inset * 1.8, 22],
    [length - 3, width - inset * 1.8, 22],
    [length - 30, width - inset * 0.9, 16],
    [length - 14, width - inset * 2.6, 14],
    [length - 14, inset * 2.6, 14],
  ])
  const band = (from: number, to: number, edge: number): Corner[] => [
    [from, edge, 5],
    [to, edge, 8],
    [to, width - edge, 8],
    [from, width - edge, 5],
  ]
  switch (kind) {
    case 'sedan':
      return [
        part('trunk', across([windowFoot[0] + 2, inset * 2.3, 7, 8], [deck[0] - 8, inset * 2.2, 5, 16])),
        bumper,
      ]
    case 'pickup':
      return [
        area('part', band(windowFoot[0] + 8, deck[0] - 14, inset * 2)),
        part('trunk', band(deck[0] - 12, deck[0] - 3, inset * 1.9)),
        bumper,
      ]
    case 'van':
      return [bumper, part('trunk', band(windowFoot[0] - 10, deck[0] - 2, inset * 2.3))]
    case 'hatch':
      return [bumper, part('trunk', band(windowFoot[0] + 5, deck[0] + 5, inset * 2.3))]
  }
}

function flanks({ plan, inset, onBothSides, doorStart }: Frame): Shape[] {
  const { kind, length, cowl, roofFront, roofRear, windowFoot, bPillar, cPillar } = plan
  const shapes = [
    onBothSides((side, y) =>
      part(`fender_front_${side}`, [
        [74, y(inset * 0.7), 10],
        [doorStart, y(4), 3],
        [doorStart + 6, y(inset * 2), 3],
        [Math.max(cowl[0], 84), y(inset * 2.2), 3],
        [72, y(inset * 2), 8],
      ]),
    ),
    onBothSides((side, y) =>
      part(`window_front_${side}`, [
        [cowl[0] + 16, y(inset * 2.1), 6],
        [roofFront[0] + 4, y(inset * 3), 6],
        [bPillar - 2, y(inset * 3), 3],
        [bPillar - 2, y(inset * 1.9), 3],
      ]),
    ),
    onBothSides((side, y) =>
      part(`door_front_${side}`, [
        [doorStart + 2, y(3), 3],
        [bPillar, y(3), 3],
        [bPillar, y(inset * 1.8), 3],
        [doorStart + 8, y(inset * 1.9), 3],
      ]),
    ),
    onBothSides((side, y) =>
      part(`door_back_${side}`, [
        [bPillar + 3, y(3), 3],
        [cPillar, y(3), 3],
        [cPillar + 4, y(inset * 1.8), 3],
        [bPillar + 3, y(inset * 1.8), 3],
      ]),
    ),
    onBothSides((side, y) =>
      part(`fender_back_${side}`, [
        [cPillar + 3, y(3), 3],
        [length - 46, y(4), 24],
        [length - 16, y(inset * 2.1), 8],
        [windowFoot[0], y(inset * 2.1), 8],
        [cPillar + 7, y(inset * 1.8), 3],
      ]),
    ),
    onBothSides((side, y) =>
      part(`tail_light_${side}`, [
        [length - 44, y(inset * 0.8), 5],
        [length - 20, y(inset * 1.1), 6],
        [length - 15, y(inset * 2.7), 6],
        [length - 26, y(inset * 2.3), 6],
      ]),
    ),
    onBothSides((side, y) =>
      part(`mirror_${side}`, [
        [cowl[0] + 34, y(inset * 1.1), 4],
        [cowl[0] + 40, y(-14), 8],
        [cowl[0] + 54, y(-14), 6],
        [cowl[0] + 52, y(inset * 1.1), 4],
      ]),
    ),
  ].flat()
  if (kind === 'van') return shapes
  const backWindows = onBothSides((side, y) =>
    part(`window_back_${side}`, [
      [bPillar + 3, y(inset * 1.9), 3],
      [bPillar + 3, y(inset * 3), 3],
      [Math.min(roofRear[0] - 2, cPillar + 20), y(inset * 3), 5],
      [cPillar, y(inset * 1.9), 4],
    ]),
  )
  return [...backWindows, ...shapes]
}
