import { areaOf, type Vehicle } from './detect-vehicle.ts'

const SCORE_MIN = 0.5
const AREA_MIN = 0.25

/** Whether a vehicle is so sure and so large that what lies beside it is background, or belongs to another one. */
export function fillsPicture(vehicle: Vehicle | null): vehicle is Vehicle {
  return vehicle !== null && vehicle.score >= SCORE_MIN && areaOf(vehicle.box) >= AREA_MIN
}
