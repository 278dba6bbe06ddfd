import type { OdometerResult } from '../../../core/contracts/findings.ts'
import type { VehicleReadings } from '../../../inspection/vehicles/fill-vehicle.ts'
import { agreeOn, CANDIDATES_MAX } from '../../agree-on.ts'

const KM = { km: 1, miles: 1.609344 }

type Distance = { value: number; unit: OdometerResult['unit']; confidence: number }

/**
 * The mileage of a vehicle, of one result for each of its pictures. An inspection has one: pictures between which the vehicle
 * was driven contradict each other like misread ones, and only a person knows which of them counts.
 */
export function agreeOnMileage(results: readonly OdometerResult[]): VehicleReadings {
  const readings = results.flatMap(({ value, unit, confidence_score }): Distance[] =>
    value === null ? [] : [{ value, unit, confidence: confidence_score }],
  )
  const agreed = agreeOn(readings, mayShow)
  if (!agreed) return {}
  const { reading, rivals } = agreed
  const { value, unit, confidence } = reading
  const candidates = [reading, ...rivals].slice(0, CANDIDATES_MAX)
  return {
    mileage: {
      guess: { prediction: value, unit, confidence, candidates },
      // A number without its unit may be wrong by more than half.
      is_sure: agreed.is_sure && unit !== null,
    },
  }
}

/** A number without its unit may be that of either unit; one with its unit says more than one without. */
function mayShow(reading: Distance, other: Distance): boolean {
  if (reading.unit === null || reading.unit === other.unit) return reading.value === other.value
  if (other.unit === null) return false
  const [a, b] = [rangeOf(reading.value, KM[reading.unit]), rangeOf(other.value, KM[other.unit])]
  return a.from < b.to && b.from < a.to
}

/** A display cuts off what is less than one of its units. */
const rangeOf = (value: number, km: number) => ({ from: value * km, to: (value + 1) * km })
