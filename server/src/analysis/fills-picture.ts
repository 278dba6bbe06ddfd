import { areaOf, type Vehicle } from './detect-vehicle.ts'

const SCORE_MIN = 0.5
const AREA_MIN = 0.25

/** Whether a vehicle is so sure and so large that what lies beside it is background, or belongs to another one. */
export function fillsPicture({ score, box }: Vehicle): boolean {
  return score >= SCORE_MIN && areaOf(box) >= AREA_MIN
}
