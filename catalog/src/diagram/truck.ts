import { area, type Corner, lines, part, type Shape, tire } from './shapes.ts'
import { wheelsFromSide } from './wheels.ts'

/** A rigid truck: a cab over the front axle, and a box. */
export const TRUCK = { length: 640, height: 280, width: 190 } as const

const MIDDLE = TRUCK.width / 2
const WHEEL_RADIUS = 38

const at = (x: number, height: number, radius?: number): Corner =>
  radius === undefined ? [x, TRUCK.height - height] : [x, TRUCK.height - height, radius]

/** Left, right, upper and lower edge; heights above the ground. */
const block = (left: number, right: number, upper: number, lower: number): Corner[] => [
  at(left, upper),
  at(right, upper),
  at(right, lower),
  at(left, lower),
]

const onBothSides = (
  near: 'left' | 'right',
  draw: (side: 'left' | 'right', across: (distance: number) => number) => Shape,
): Shape[] => [
  draw(near, (distance) => distance),
  draw(near === 'left' ? 'right' : 'left', (distance) => TRUCK.width - distance),
]

export function truckSideShapes(): Shape[] {
  return [
    area('body', block(150, 630, 86, 62), 3),
    area('body', [
      at(8, 34, 8),
      at(4, 122, 10),
      at(24, 222, 22),
      at(54, 232, 20),
      at(166, 232, 6),
      at(166, 40, 4),
    ]),
    area('part', [at(80, 234, 2), at(158, 270, 10), at(166, 270, 4), at(166, 234, 2)]),
    area('body', block(176, 636, 276, 88), 4),
    part('fender_back_left', block(179, 626, 268, 91), 3),
    part('roof', block(179, 633, 274, 270), 2),
    part('trunk', block(628, 634, 268, 91), 2),
    part('roof', [at(40, 221, 6), at(58, 229, 12), at(163, 229, 4), at(163, 221, 4)]),
    part('windshield_front', [at(10, 130, 4), at(26, 210, 8), at(33, 210, 4), at(21, 130, 4)]),
    part('pillar', [at(24, 132, 2), at(36, 212, 2), at(41, 212, 2), at(30, 132, 2)], 2),
    part('window_front_left', [at(33, 134, 5), at(44, 212, 8), at(130, 212, 6), at(130, 134, 5)]),
    part('pillar', block(133, 141, 214, 132), 2),
    part('door_front_left', block(26, 141, 129, 66), 4),
    part('fender_front_left', block(34, 163, 64, 40), 4),
    part('bumper_front', [at(8, 62, 5), at(32, 62, 4), at(32, 36, 4), at(10, 36, 8)]),
    part('head_light_left', [at(7, 82, 4), at(23, 80, 5), at(23, 65, 5), at(8, 65, 4)]),
    part('handle_front_left', block(112, 134, 122, 116), 3),
    part('mirror_left', block(4, 17, 200, 160), 4),
    part('rocker_panel_left', block(170, 444, 82, 46), 4),
    part('tail_light_left', block(612, 634, 84, 68), 3),
    part('bumper_back', block(590, 634, 60, 46), 3),
    ...wheelsFromSide({ wheelRadius: WHEEL_RADIUS }, TRUCK.height, [98, 500], 36),
  ]
}

export function truckTopShapes(): Shape[] {
  const { length, width } = TRUCK
  return [
    area('body', [
      [4, 16, 20],
      [20, 5, 16],
      [166, 5, 6],
      [166, width - 5, 6],
      [20, width - 5, 16],
      [4, width - 16, 20],
    ]),
    part('bumper_front', [
      [6, 18, 12],
      [20, 8, 10],
      [16, 22, 8],
      [16, width - 22, 8],
      [20, width - 8, 10],
      [6, width - 18, 12],
    ]),
    part('windshield_front', [
      [20, 20],
      [44, 24],
      [44, width - 24],
      [20, width - 20],
    ]),
    part('roof', [
      [48, 20],
      [163, 20],
      [163, width - 20],
      [48, width - 20],
    ]),
    area('part', [
      [84, 40],
      [160, 30],
      [160, width - 30],
      [84, width - 40],
    ]),
    area('body', [
      [176, 4, 4],
      [length - 4, 4, 4],
      [length - 4, width - 4, 4],
      [176, width - 4, 4],
    ]),
    part('roof', [
      [180, 8],
      [length - 14, 8],
      [length - 14, width - 8],
      [180, width - 8],
    ]),
    part(
      'trunk',
      [
        [length - 12, 8],
        [length - 6, 8],
        [length - 6, width - 8],
        [length - 12, width - 8],
      ],
      2,
    ),
    ...onBothSides('right', (side, y) =>
      part(
        `door_front_${side}`,
        [
          [32, y(7)],
          [141, y(7)],
          [141, y(16)],
          [36, y(16)],
        ],
        3,
      ),
    ),
    ...onBothSides('right', (side, y) =>
      part(`mirror_${side}`, [
        [12, y(10), 3],
        [8, y(-16), 5],
        [20, y(-16), 5],
        [22, y(8), 3],
      ]),
    ),
  ]
}

export function truckFrontShapes(): Shape[] {
  const { width } = TRUCK
  return [
    ...onBothSides('right', (side, x) => tire(`wheel_front_${side}`, block(x(12), x(42), 48, 0))),
    area('body', block(5, width - 5, 276, 100), 4),
    part('roof', block(8, width - 8, 274, 269), 2),
    area('part', [at(24, 232, 4), at(38, 264, 14), at(width - 38, 264, 14), at(width - 24, 232, 4)]),
    area('body', [
      at(10, 34, 10),
      at(7, 122, 12),
      at(14, 228, 20),
      at(width - 14, 228, 20),
      at(width - 7, 122, 12),
      at(width - 10, 34, 10),
    ]),
    part('windshield_front', [
      at(14, 132, 8),
      at(21, 214, 10),
      at(width - 21, 214, 10),
      at(width - 14, 132, 8),
    ]),
    part('hood', block(14, width - 14, 126, 96), 8),
    part('grill_radiator', [at(50, 92, 6), at(width - 50, 92, 6), at(width - 54, 66, 6), at(54, 66, 6)]),
    lines(
      [
        [56, TRUCK.height - 84],
        [width - 56, TRUCK.height - 84],
      ],
      [
        [57, TRUCK.height - 75],
        [width - 57, TRUCK.height - 75],
      ],
    ),
    ...onBothSides('right', (side, x) =>
      part(`head_light_${side}`, [at(x(13), 84), at(x(42), 82), at(x(45), 66), at(x(14), 66)]),
    ),
    part('bumper_front', block(11, width - 11, 62, 36), 8),
    part('grill_low', block(58, width - 58, 59, 50), 4),
    ...onBothSides('right', (side, x) => part(`fog_light_front_${side}`, block(x(22), x(44), 54, 43), 4)),
    part('license_plate_front', block(MIDDLE - 25, MIDDLE + 25, 48, 37), 2),
    ...onBothSides('right', (side, x) =>
      part(`mirror_${side}`, [at(x(3), 204, 5), at(x(-17), 204, 5), at(x(-17), 158, 5), at(x(3), 162, 5)]),
    ),
  ]
}

export function truckRearShapes(): Shape[] {
  const { width, height } = TRUCK
  const hinges = [240, 180, 120].flatMap((hinge) =>
    [12, width - 22].map(
      (x) =>
        [
          [x, height - hinge],
          [x + 10, height - hinge],
        ] as const,
    ),
  )
  return [
    ...onBothSides('left', (side, x) => tire(`wheel_back_${side}`, block(x(10), x(56), 76, 0))),
    area('body', block(18, width - 18, 88, 60), 3),
    area('body', block(4, width - 4, 276, 88), 4),
    part('roof', block(8, width - 8, 274, 269), 2),
    part('trunk', block(9, width - 9, 266, 93), 3),
    lines(
      [
        [MIDDLE, height - 266],
        [MIDDLE, height - 93],
      ],
      ...hinges,
    ),
    ...onBothSides('left', (side, x) => part(`tail_light_${side}`, block(x(12), x(50), 84, 68), 3)),
    part('license_plate_back', block(MIDDLE - 25, MIDDLE + 25, 82, 70), 2),
    part('bumper_back', block(10, width - 10, 60, 46), 3),
  ]
}
