import type { OdometerResult } from '../../../core/contracts/findings.ts'
import { round } from '../../round.ts'
import { centerOf, heightOf, type PlacedLine, widthOf } from '../../text/box-geometry.ts'

export const READ_ODOMETER = {
  digits_min: 4,
  digits_max: 7,
  /** With its word a new car's few kilometres are believed, too. */
  digits_min_labelled: 1,
  /** Of a number without a unit and without a word that says what it is. */
  unsure: 0.5,
  confidence_min: 0.3,
}

const LABEL = /\b(ODO|ODOMETER|TOTAL|GESAMT|KILOMETERSTAND)\b/
// What stands beside other numbers of a dashboard: trips, ranges, speeds, consumption, services.
const OTHER =
  /TRIP|RANGE|AUTONOMIE|REICHWEITE|SERVICE|INSPECTION|OIL|KM\/H|KMH|MPH|RPM|1\/MIN|L\/100|MPG|°|[0-9]:[0-9]{2}|[0-9]\/[0-9]/
const NUMBER =
  /(?<![0-9.,])([0-9OIL]{1,3}(?:[ .,'][0-9O]{3}){1,2}|[0-9OIL]{1,7})(?![0-9])([.,][0-9])?\s*(KM|MILES|MI|MLS)?(?![A-Z])/g
const UNIT = /^\s*(KM|MILES|MI|MLS)\s*$/

type Found = {
  value: number
  digits: number
  unit: 'km' | 'miles' | null
  isLabelled: boolean
  confidence: number
}

function unitOf(text: string | undefined): 'km' | 'miles' | null {
  if (text === undefined) return null
  return text === 'KM' ? 'km' : 'miles'
}

/** The distance on a dashboard. A number that could as well be another one is not given out as the odometer. */
export function readOdometer(lines: PlacedLine[]): OdometerResult {
  const found = lines.flatMap((line) => numbersOf(line, lines))
  // A unit or a word for it says which number it is; without either, only the length of the number does.
  const named = found.filter(({ unit, isLabelled }) => unit !== null || isLabelled)
  const pool = named.some(({ isLabelled }) => isLabelled)
    ? named.filter(({ isLabelled }) => isLabelled)
    : named
  const longest = longestOf(pool.length > 0 ? pool : found)
  const [best, ...others] = longest.toSorted((a, b) => b.confidence - a.confidence)
  if (!best) return failReading('No number on the picture looks like an odometer.')
  if (others.some(({ value }) => value !== best.value))
    return failReading('Several numbers on the picture look like an odometer.')
  const confidence = round(best.confidence)
  if (confidence < READ_ODOMETER.confidence_min)
    return failReading('The number of the odometer is not readable.')
  return { value: best.value, unit: best.unit, confidence_score: confidence, error: null }
}

function failReading(error: string): OdometerResult {
  return { value: null, unit: null, confidence_score: 0, error }
}

function longestOf(found: Found[]): Found[] {
  const digits = Math.max(0, ...found.map((one) => one.digits))
  return found.filter((one) => one.digits === digits)
}

function numbersOf(line: PlacedLine, lines: PlacedLine[]): Found[] {
  const text = line.text.toUpperCase()
  const beside = neighboursOf(line, lines).map((other) => other.text.toUpperCase())
  if (OTHER.test(text)) return []
  const isLabelled = [text, ...beside].some((words) => LABEL.test(words))
  if (!isLabelled && beside.some((words) => OTHER.test(words) && !/[0-9]{4}/.test(words))) return []
  return [...text.matchAll(NUMBER)].flatMap(([, whole = '', tenth, written]) => {
    const read = whole.replace(/[ .,']/g, '')
    const digits = read.replaceAll('O', '0').replace(/[IL]/g, '1')
    const repaired = Array.from(read).filter((character) => /[OIL]/.test(character)).length
    const min = isLabelled ? READ_ODOMETER.digits_min_labelled : READ_ODOMETER.digits_min
    if (digits.length < min || digits.length > READ_ODOMETER.digits_max || repaired * 2 > digits.length)
      return []
    // Tenths belong to trips, unless the number says that it is none.
    if (tenth && !isLabelled) return []
    const unit = unitOf(written ?? beside.map((words) => words.match(UNIT)?.[1]).find(Boolean))
    const share = (unit !== null || isLabelled ? 1 : READ_ODOMETER.unsure) * 0.8 ** repaired
    return {
      value: Number(digits),
      digits: digits.length,
      unit,
      isLabelled,
      confidence: line.confidence * share,
    }
  })
}

/** Lines in the same row that are close by, and the one right above or below. */
function neighboursOf(line: PlacedLine, lines: PlacedLine[]): PlacedLine[] {
  const height = heightOf(line.corners)
  const [x, y] = centerOf(line.corners)
  return lines.filter((other) => {
    if (other === line) return false
    const [otherX, otherY] = centerOf(other.corners)
    const gap = Math.abs(otherX - x) - (widthOf(other.corners) + widthOf(line.corners)) / 2
    const rise = Math.abs(otherY - y)
    return rise < height * 0.7 ? gap < height * 1.5 : rise < height * 1.6 && gap < 0
  })
}
