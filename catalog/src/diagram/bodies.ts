import type { Body } from '../vehicle-types.ts'

/** A landmark of the left side: how far behind the nose, how high above the ground. */
type Landmark = readonly [x: number, height: number]

export type BodyPlan = {
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
  /** Where the rear window ends. */
  windowFoot: Landmark
  deck: Landmark
  tail: Landmark
  /** Height of the windows' lower edge, front and rear. */
  belt: readonly [front: number, rear: number]
  /** Where the front and the back door end. */
  bPillar: number
  cPillar: number
  hasQuarterWindow: boolean
}

/** In centimeters, rounded from ordinary vehicles of each kind; no particular model. */
export const PLANS: Record<Exclude<Body, 'hgv'>, BodyPlan> = {
  sedan: {
    kind: 'sedan',
    length: 485,
    height: 145,
    width: 183,
    overhang: 92,
    wheelbase: 282,
    wheelRadius: 34,
    clearance: 19,
    nose: [6, 66],
    hoodFront: [14, 76],
    cowl: [152, 101],
    roofFront: [228, 143],
    roofRear: [338, 141],
    windowFoot: [424, 107],
    deck: [474, 104],
    tail: [483, 70],
    belt: [96, 103],
    bPillar: 262,
    cPillar: 345,
    hasQuarterWindow: true,
  },
  hatchback: {
    kind: 'hatch',
    length: 430,
    height: 148,
    width: 180,
    overhang: 88,
    wheelbase: 264,
    wheelRadius: 34,
    clearance: 19,
    nose: [6, 66],
    hoodFront: [14, 76],
    cowl: [138, 100],
    roofFront: [208, 146],
    roofRear: [352, 143],
    windowFoot: [414, 107],
    deck: [420, 98],
    tail: [428, 66],
    belt: [96, 104],
    bPillar: 242,
    cPillar: 322,
    hasQuarterWindow: true,
  },
  suv: {
    kind: 'hatch',
    length: 462,
    height: 170,
    width: 189,
    overhang: 92,
    wheelbase: 272,
    wheelRadius: 39,
    clearance: 24,
    nose: [5, 76],
    hoodFront: [12, 92],
    cowl: [142, 117],
    roofFront: [212, 168],
    roofRear: [398, 165],
    windowFoot: [448, 122],
    deck: [452, 112],
    tail: [460, 76],
    belt: [111, 118],
    bPillar: 254,
    cPillar: 342,
    hasQuarterWindow: true,
  },
  city: {
    kind: 'hatch',
    length: 360,
    height: 150,
    width: 165,
    overhang: 72,
    wheelbase: 238,
    wheelRadius: 31,
    clearance: 18,
    nose: [5, 66],
    hoodFront: [12, 80],
    cowl: [92, 102],
    roofFront: [158, 148],
    roofRear: [306, 145],
    windowFoot: [348, 108],
    deck: [351, 98],
    tail: [358, 64],
    belt: [98, 105],
    bPillar: 200,
    cPillar: 276,
    hasQuarterWindow: false,
  },
  van: {
    kind: 'van',
    length: 530,
    height: 232,
    width: 204,
    overhang: 96,
    wheelbase: 330,
    wheelRadius: 37,
    clearance: 23,
    nose: [5, 72],
    hoodFront: [14, 98],
    cowl: [92, 130],
    roofFront: [172, 229],
    roofRear: [516, 229],
    windowFoot: [526, 140],
    deck: [527, 120],
    tail: [529, 72],
    belt: [122, 132],
    bPillar: 212,
    cPillar: 338,
    hasQuarterWindow: false,
  },
  minivan: {
    kind: 'hatch',
    length: 510,
    height: 178,
    width: 199,
    overhang: 98,
    wheelbase: 305,
    wheelRadius: 37,
    clearance: 20,
    nose: [5, 72],
    hoodFront: [13, 88],
    cowl: [116, 113],
    roofFront: [208, 176],
    roofRear: [454, 172],
    windowFoot: [498, 122],
    deck: [501, 112],
    tail: [508, 72],
    belt: [107, 118],
    bPillar: 258,
    cPillar: 364,
    hasQuarterWindow: true,
  },
  pickup: {
    kind: 'pickup',
    length: 580,
    height: 190,
    width: 203,
    overhang: 100,
    wheelbase: 364,
    wheelRadius: 42,
    clearance: 30,
    nose: [5, 84],
    hoodFront: [12, 110],
    cowl: [166, 126],
    roofFront: [240, 188],
    roofRear: [364, 186],
    windowFoot: [392, 128],
    deck: [572, 126],
    tail: [578, 84],
    belt: [120, 126],
    bPillar: 286,
    cPillar: 376,
    hasQuarterWindow: false,
  },
}
