import { ENTERED_CONFIDENCE_MIN } from '../inspection/vehicles/fill-vehicle.ts'

export const CANDIDATES_MAX = 5

/** `rivals`: other values that could be entered, each once. */
type Agreed<R> = { reading: R; rivals: R[]; is_sure: boolean }

/**
 * The value that most pictures show, then the surest one. One misread picture may be surer than two that are right, so a value
 * is sure only where more pictures show it than any other that could be entered. Of equals the first counts: readings come in
 * the order of their pictures. `shows`: the picture of one reading may show the value of another.
 */
export function agreeOn<R extends { confidence: number }>(
  readings: readonly R[],
  shows: (reading: R, value: R) => boolean,
): Agreed<R> | null {
  const countPictures = (value: R) => readings.filter((reading) => shows(reading, value)).length
  const [best, ...others] = readings
    .map((reading) => ({ reading, pictures: countPictures(reading) }))
    .toSorted((a, b) => b.pictures - a.pictures || b.reading.confidence - a.reading.confidence)
  if (!best) return null
  const rivals = others.filter(({ reading }) => isSureAlone(reading) && !shows(reading, best.reading))
  return {
    reading: best.reading,
    rivals: takeOnce(
      rivals.map(({ reading }) => reading),
      shows,
    ),
    is_sure: isSureAlone(best.reading) && rivals.every(({ pictures }) => pictures < best.pictures),
  }
}

const isSureAlone = ({ confidence }: { confidence: number }) => confidence >= ENTERED_CONFIDENCE_MIN

const takeOnce = <R>(readings: readonly R[], shows: (reading: R, value: R) => boolean): R[] =>
  readings.filter((one, at) => !readings.slice(0, at).some((earlier) => shows(one, earlier)))
