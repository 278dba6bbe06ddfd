import type { ImagesOcrResult, Reading } from '../../../core/contracts/findings.ts'
import type { VehicleReadings } from '../../../inspection/vehicles/fill-vehicle.ts'
import { agreeOn, CANDIDATES_MAX } from '../../agree-on.ts'

/** The VIN and the plate of a vehicle, of one result for each of its pictures. */
export function agreeOnReadings(results: readonly ImagesOcrResult[]): VehicleReadings {
  const vins = results.flatMap(({ vin }) => vin ?? [])
  // Where a check digit must hold and does not, a character was misread: however many pictures agree on it, it is no rival.
  const possible = vins.filter(({ check_digit }) => check_digit !== 'wrong')
  const vin = agreeOn(possible, isSame) ?? agreeOn(vins, isSame)
  const plate = agreeOn(
    results.flatMap(({ plate }) => plate ?? []),
    isSame,
  )
  return {
    ...(vin && {
      vin: {
        guess: { ...guessOf(vin), check_digit: vin.reading.check_digit },
        is_sure: vin.is_sure && vin.reading.check_digit !== 'wrong',
      },
    }),
    ...(plate && {
      plate: { guess: { ...guessOf(plate), country: plate.reading.country }, is_sure: plate.is_sure },
    }),
  }
}

function guessOf({ reading, rivals }: { reading: Reading; rivals: readonly Reading[] }) {
  const { value, confidence } = reading
  return { prediction: value, confidence, candidates: candidatesOf(reading, rivals) }
}

/** The value that was agreed on first, then its rivals, then what else its own picture may show. */
function candidatesOf(reading: Reading, rivals: readonly Reading[]): Reading['candidates'] {
  const values = [reading, ...rivals].map(({ value, confidence }) => ({ value, confidence }))
  const once = Map.groupBy([...values, ...reading.candidates], ({ value }) => plain(value))
  return [...once.values()].flatMap((same) => same.slice(0, 1)).slice(0, CANDIDATES_MAX)
}

/** Hyphens, spaces and case make no other plate. */
const isSame = (one: Reading, other: Reading) => plain(one.value) === plain(other.value)
const plain = (value: string) => value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
