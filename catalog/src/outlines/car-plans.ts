import type { VehicleType } from '../vehicle-types.ts'
import type { MirrorPlace } from './solid.ts'

/** A landmark of the side: how far behind the nose, how high above the ground. */
type Landmark = readonly [x: number, z: number]

export type CarPlan = {
  kind: 'sedan' | 'hatch' | 'van' | 'pickup'
  length: number
  height: number
  width: number
  /** From the nose to the middle of the front wheel. */
  overhang: number
  wheelbase: number
  wheelRadius: number
  clearance: number
  nose: Landmark
  hoodFront: Landmark
  cowl: Landmark
  roofFront: Landmark
  roofRear: Landmark
  windowFoot: Landmark
  deck: Landmark
  tail: Landmark
  /** Height of the windows' lower edge, front and rear. */
  belt: readonly [front: number, rear: number]
  /** Where the front and the back door end. */
  bPillar: number
  cPillar: number
  mirror: MirrorPlace
  mirrorSize: readonly [number, number, number]
  /** Width of the pillars, and of the frame above the windows. */
  pillar: { a: number; b: number; c: number; roof: number }
  /** How much narrower nose and tail are, as a share of the width. */
  taper: readonly [nose: number, tail: number]
  /** How far nose, windshield and tail bend back towards the sides. */
  bend: readonly [nose: number, windshield: number, tail: number]
  crown: number
  /** How round the body is between top and sides. */
  edge: number
  /** How much the sides lean in above the belt. */
  lean: number
  hasCladding: boolean
  hasQuarterWindow: boolean
}

const CAR = {
  taper: [0.1, 0.08],
  bend: [26, 20, 16],
  crown: 6,
  edge: 15,
  lean: 0.135,
  mirrorSize: [9, 12, 9],
  pillar: { a: 17, b: 5, c: 20, roof: 11 },
  hasCladding: false,
  hasQuarterWindow: true,
} as const

const SUV = {
  ...CAR,
  kind: 'hatch',
  mirrorSize: [9, 13, 11],
  pillar: { a: 17, b: 6, c: 16, roof: 12 },
  lean: 0.115,
  hasCladding: true,
} as const

/** In centimeters, close to the unfolded drawing; rounded from ordinary vehicles of each kind, no particular model. */
export const CAR_PLANS: Record<Exclude<VehicleType, 'hgv'>, CarPlan> = {
  sedan: {
    ...CAR,
    kind: 'sedan',
    length: 485,
    height: 146,
    width: 183,
    overhang: 92,
    wheelbase: 282,
    wheelRadius: 34,
    clearance: 19,
    nose: [4, 62],
    hoodFront: [22, 77],
    cowl: [152, 101],
    roofFront: [232, 143],
    roofRear: [338, 141],
    windowFoot: [424, 108],
    deck: [476, 105],
    tail: [484, 72],
    belt: [94, 102],
    bPillar: 262,
    cPillar: 350,
    mirror: [192, 105, 7],
  },
  hatchback: {
    ...CAR,
    kind: 'hatch',
    length: 412,
    height: 150,
    width: 179,
    overhang: 84,
    wheelbase: 260,
    wheelRadius: 34,
    clearance: 19,
    nose: [4, 64],
    hoodFront: [20, 80],
    cowl: [126, 102],
    roofFront: [202, 147],
    roofRear: [330, 143],
    windowFoot: [398, 108],
    deck: [404, 94],
    tail: [411, 66],
    belt: [95, 107],
    bPillar: 240,
    cPillar: 322,
    mirror: [166, 107, 7],
    pillar: { a: 17, b: 5, c: 34, roof: 11 },
  },
  city: {
    ...CAR,
    kind: 'hatch',
    length: 360,
    height: 151,
    width: 165,
    overhang: 72,
    wheelbase: 230,
    wheelRadius: 31,
    clearance: 18,
    nose: [4, 64],
    hoodFront: [16, 82],
    cowl: [92, 103],
    roofFront: [160, 148],
    roofRear: [300, 145],
    windowFoot: [349, 108],
    deck: [353, 96],
    tail: [359, 64],
    belt: [97, 106],
    bPillar: 202,
    cPillar: 278,
    mirror: [132, 109, 7],
    pillar: { a: 16, b: 5, c: 30, roof: 11 },
    hasQuarterWindow: false,
  },
  cuv: {
    ...SUV,
    length: 436,
    height: 161,
    width: 183,
    overhang: 88,
    wheelbase: 264,
    wheelRadius: 37,
    clearance: 22,
    nose: [4, 74],
    hoodFront: [16, 93],
    cowl: [130, 111],
    roofFront: [204, 158],
    roofRear: [366, 154],
    windowFoot: [424, 116],
    deck: [429, 104],
    tail: [435, 72],
    belt: [104, 114],
    bPillar: 246,
    cPillar: 332,
    mirror: [172, 116, 7],
    pillar: { a: 17, b: 6, c: 24, roof: 12 },
  },
  suv: {
    ...SUV,
    length: 462,
    height: 171,
    width: 189,
    overhang: 92,
    wheelbase: 272,
    wheelRadius: 39,
    clearance: 25,
    nose: [4, 82],
    hoodFront: [15, 103],
    cowl: [138, 119],
    roofFront: [208, 168],
    roofRear: [406, 164],
    windowFoot: [449, 122],
    deck: [454, 110],
    tail: [461, 76],
    belt: [112, 119],
    bPillar: 254,
    cPillar: 346,
    mirror: [180, 124, 7],
  },
  'large-suv': {
    ...SUV,
    length: 534,
    height: 190,
    width: 204,
    overhang: 100,
    wheelbase: 306,
    wheelRadius: 42,
    clearance: 28,
    nose: [4, 94],
    hoodFront: [13, 119],
    cowl: [158, 132],
    roofFront: [226, 187],
    roofRear: [486, 184],
    windowFoot: [522, 136],
    deck: [526, 122],
    tail: [533, 84],
    belt: [126, 132],
    bPillar: 280,
    cPillar: 376,
    mirror: [202, 140, 8],
    mirrorSize: [9, 14, 14],
    pillar: { a: 17, b: 7, c: 14, roof: 13 },
    lean: 0.095,
  },
  minivan: {
    ...CAR,
    kind: 'hatch',
    length: 510,
    height: 178,
    width: 199,
    overhang: 98,
    wheelbase: 305,
    wheelRadius: 37,
    clearance: 20,
    nose: [4, 72],
    hoodFront: [20, 90],
    cowl: [112, 113],
    roofFront: [214, 175],
    roofRear: [448, 171],
    windowFoot: [497, 122],
    deck: [502, 110],
    tail: [509, 72],
    belt: [106, 117],
    bPillar: 262,
    cPillar: 370,
    mirror: [178, 122, 7],
    mirrorSize: [9, 13, 11],
    pillar: { a: 18, b: 6, c: 16, roof: 14 },
    lean: 0.1,
  },
  van: {
    ...CAR,
    kind: 'van',
    length: 530,
    height: 232,
    width: 204,
    overhang: 96,
    wheelbase: 330,
    wheelRadius: 36,
    clearance: 23,
    nose: [4, 76],
    hoodFront: [16, 102],
    cowl: [92, 130],
    roofFront: [176, 228],
    roofRear: [512, 228],
    windowFoot: [525, 150],
    deck: [528, 110],
    tail: [529, 72],
    belt: [118, 124],
    bPillar: 214,
    cPillar: 340,
    mirror: [150, 142, 9],
    mirrorSize: [9, 13, 19],
    pillar: { a: 16, b: 7, c: 12, roof: 34 },
    lean: 0.055,
    bend: [24, 22, 4],
    edge: 16,
    taper: [0.1, 0.02],
    crown: 5,
    hasQuarterWindow: false,
  },
  pickup: {
    ...CAR,
    kind: 'pickup',
    length: 580,
    height: 190,
    width: 203,
    overhang: 100,
    wheelbase: 364,
    wheelRadius: 42,
    clearance: 30,
    nose: [4, 90],
    hoodFront: [13, 116],
    cowl: [164, 129],
    roofFront: [238, 187],
    roofRear: [356, 186],
    windowFoot: [390, 129],
    deck: [574, 127],
    tail: [579, 86],
    belt: [121, 127],
    bPillar: 286,
    cPillar: 374,
    mirror: [208, 138, 8],
    mirrorSize: [9, 14, 14],
    pillar: { a: 17, b: 7, c: 22, roof: 12 },
    lean: 0.1,
    bend: [22, 20, 5],
    edge: 12,
    taper: [0.1, 0.03],
    hasCladding: true,
    hasQuarterWindow: false,
  },
}
