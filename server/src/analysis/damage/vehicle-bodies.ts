/**
 * Typical bodies in centimetres, seen from the left: x from the nose to the tail, z up from the ground. Drawn by us
 * after no particular vehicle; real ones differ by a tenth or more.
 */
export type VehicleBody = {
  length: number
  height: number
  width: number
  /** Of the front axle, and between the axles. */
  axle_x: number
  wheelbase: number
  wheel_radius: number
  /** Lower edge of the body. */
  clearance: number
  nose_z: number
  /** Points of the outline from the front edge of the hood to the tail: [x, z]. */
  hood: XZ
  cowl: XZ
  roof_front: XZ
  roof_back: XZ
  /** Where the back window ends below. */
  deck_front: XZ
  deck_back: XZ
  tail_z: number
  /** Lower edge of the windows at the cowl and at the back. */
  belt_z: [number, number]
  /** Back edges of the front and of the back door. */
  door_front_x: number
  door_back_x: number
  /** How far the sides lean in from the belt to the roof, as a share of the width. */
  lean: number
  has_boot: boolean
  /** Whether the second row surely has doors and windows; a van may have sheet metal there. */
  has_back_doors: boolean
}
type XZ = [number, number]

const SEDAN: VehicleBody = {
  length: 485,
  height: 145,
  width: 183,
  axle_x: 92,
  wheelbase: 282,
  wheel_radius: 34,
  clearance: 19,
  nose_z: 66,
  hood: [14, 76],
  cowl: [152, 101],
  roof_front: [228, 143],
  roof_back: [338, 141],
  deck_front: [424, 107],
  deck_back: [474, 104],
  tail_z: 70,
  belt_z: [96, 103],
  door_front_x: 262,
  door_back_x: 345,
  lean: 0.17,
  has_boot: true,
  has_back_doors: true,
}

const HATCHBACK: VehicleBody = {
  length: 430,
  height: 148,
  width: 180,
  axle_x: 88,
  wheelbase: 264,
  wheel_radius: 34,
  clearance: 19,
  nose_z: 66,
  hood: [14, 76],
  cowl: [138, 100],
  roof_front: [208, 146],
  roof_back: [352, 143],
  deck_front: [414, 107],
  deck_back: [420, 98],
  tail_z: 66,
  belt_z: [96, 104],
  door_front_x: 242,
  door_back_x: 322,
  lean: 0.17,
  has_boot: false,
  has_back_doors: true,
}

const SUV: VehicleBody = {
  length: 462,
  height: 170,
  width: 189,
  axle_x: 92,
  wheelbase: 272,
  wheel_radius: 39,
  clearance: 24,
  nose_z: 76,
  hood: [12, 92],
  cowl: [142, 117],
  roof_front: [212, 168],
  roof_back: [398, 165],
  deck_front: [448, 122],
  deck_back: [452, 112],
  tail_z: 76,
  belt_z: [111, 118],
  door_front_x: 254,
  door_back_x: 342,
  lean: 0.17,
  has_boot: false,
  has_back_doors: true,
}

const VAN: VehicleBody = {
  length: 530,
  height: 232,
  width: 204,
  axle_x: 96,
  wheelbase: 330,
  wheel_radius: 37,
  clearance: 23,
  nose_z: 72,
  hood: [14, 98],
  cowl: [92, 130],
  roof_front: [172, 229],
  roof_back: [516, 229],
  deck_front: [526, 140],
  deck_back: [527, 120],
  tail_z: 72,
  belt_z: [122, 132],
  door_front_x: 212,
  door_back_x: 338,
  lean: 0.07,
  has_boot: false,
  has_back_doors: false,
}

const PICKUP: VehicleBody = {
  length: 580,
  height: 190,
  width: 203,
  axle_x: 100,
  wheelbase: 364,
  wheel_radius: 42,
  clearance: 30,
  nose_z: 84,
  hood: [12, 110],
  cowl: [166, 126],
  roof_front: [240, 188],
  roof_back: [364, 186],
  deck_front: [392, 128],
  deck_back: [572, 126],
  tail_z: 84,
  belt_z: [120, 126],
  door_front_x: 286,
  door_back_x: 376,
  lean: 0.17,
  has_boot: false,
  has_back_doors: true,
}

const CITY: VehicleBody = { ...scaleLength(HATCHBACK, 370), width: 168, height: 150 }
const LARGE_SUV: VehicleBody = { ...scaleLength(SUV, 510), width: 200, height: 180 }
const MINIVAN: VehicleBody = { ...scaleLength(SUV, 490), width: 195, height: 178 }

/** By the vehicle types clients send. Anything else, such as a heavy truck, has no typical body here. */
const BODIES: Record<string, VehicleBody> = {
  sedan: SEDAN,
  hatchback: HATCHBACK,
  city: CITY,
  suv: SUV,
  cuv: SUV,
  'large-suv': LARGE_SUV,
  minivan: MINIVAN,
  van: VAN,
  pickup: PICKUP,
}

/** What a passenger car of unknown type may look like. */
export const CAR_BODIES: readonly VehicleBody[] = [SEDAN, HATCHBACK, SUV]

export function bodyOf(vehicleType: string | null): VehicleBody | null {
  const name = (vehicleType ?? '').toLowerCase().replaceAll('_', '-')
  return Object.hasOwn(BODIES, name) ? (BODIES[name] ?? null) : null
}

/** Whether nothing is known against a passenger car; clients and models also say just `car`. */
export function isUnknownType(vehicleType: string | null): boolean {
  return vehicleType === null || vehicleType === '' || vehicleType.toLowerCase() === 'car'
}

function scaleLength(body: VehicleBody, length: number): VehicleBody {
  const scale = length / body.length
  const move = ([x, z]: XZ): XZ => [x * scale, z]
  return {
    ...body,
    length,
    axle_x: body.axle_x * scale,
    wheelbase: body.wheelbase * scale,
    hood: move(body.hood),
    cowl: move(body.cowl),
    roof_front: move(body.roof_front),
    roof_back: move(body.roof_back),
    deck_front: move(body.deck_front),
    deck_back: move(body.deck_back),
    door_front_x: body.door_front_x * scale,
    door_back_x: body.door_back_x * scale,
  }
}
