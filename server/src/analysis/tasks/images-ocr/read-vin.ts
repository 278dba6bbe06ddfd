import type { CheckDigit, DecodedVin, Reading } from '../../../core/contracts/findings.ts'
import { round } from '../../round.ts'
import type { Frames } from '../../text/frames.ts'
import { checkDigitOf, decodeVin, hasRightCheckDigit, vinSymbolOf } from '../../text/vin.ts'
import { countryOf, needsCheckDigit } from '../../text/vin-countries.ts'
import { fillsWithZ, makersOf } from '../../text/vin-makers.ts'
import { lookalikesOf, twinOf } from './confusions.ts'
import { type Guess, guessTexts } from './ctc.ts'

// Natural logarithms of how unusual something is in a VIN. Set by judgement, not fitted.
export const READ_VIN = {
  maker_unknown: -3.5,
  country_unknown: -7,
  /** One of the last four is no digit: ISO 3779 asks for digits. */
  serial_letter: -3,
  /** Where the law asks for the check digit. */
  check_digit_wrong: -7,
  /** Where it is a habit of some makers. */
  check_digit_unsure: -1,
  /** No Z at 4 to 6 of a maker that fills with Z, as on its cars for North America. */
  filling_missing: -3,
  /** A letter taken for the digit that looks most like it, and a character for any other that looks like it. */
  twin: -4.5,
  lookalike: -5.5,
  /** A character before or after the 17 that is no part of the number. */
  extra_character: -1,
  beam: 24,
  candidates_max: 5,
  candidate_min: 0.01,
}

export type VinReading = Reading & { check_digit: CheckDigit; decoded: DecodedVin }

/** How usual a text is as a VIN: 0 is best. */
export function scoreVin(vin: string): number {
  const wmi = vin.slice(0, 3)
  let score = 0
  if (makersOf(wmi).length === 0) score += countryOf(vin) ? READ_VIN.maker_unknown : READ_VIN.country_unknown
  score += READ_VIN.serial_letter * vin.slice(13).replace(/[0-9]/g, '').length
  if (fillsWithZ(wmi) && vin.slice(3, 6) !== 'ZZZ') score += READ_VIN.filling_missing
  if (!hasRightCheckDigit(vin))
    score += needsCheckDigit(vin) ? READ_VIN.check_digit_wrong : READ_VIN.check_digit_unsure
  return score
}

type Scores = Map<string, number>

function keepHigher(scores: Scores, vin: string, score: number) {
  const before = scores.get(vin)
  if (before === undefined || before < score) scores.set(vin, score)
}

/** All runs of 17 in the guesses, and what they become when up to two characters are taken for their lookalikes. */
function candidatesOf(guesses: Guess[]): Scores {
  const scores: Scores = new Map()
  for (const { text, probability } of guesses)
    for (let start = 0; start + 17 <= text.length; start++) {
      const extra = READ_VIN.extra_character * (text.length - 17)
      keepHigher(scores, text.slice(start, start + 17), Math.log(probability) + extra)
    }
  const best = [...scores].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 8)
  for (const [vin, score] of best)
    for (const once of swapsOf(vin, 0)) {
      keepHigher(scores, once.vin, score + once.cost)
      for (const twice of swapsOf(once.vin, once.at + 1))
        keepHigher(scores, twice.vin, score + once.cost + twice.cost)
    }
  return scores
}

function swapsOf(vin: string, from: number): { vin: string; at: number; cost: number }[] {
  const swaps: { vin: string; at: number; cost: number }[] = []
  for (let at = from; at < vin.length; at++)
    for (const lookalike of lookalikesOf(vin.charAt(at))) {
      if (vinSymbolOf(lookalike) !== lookalike) continue
      const cost = twinOf(vin.charAt(at)) === lookalike ? READ_VIN.twin : READ_VIN.lookalike
      swaps.push({ vin: vin.slice(0, at) + lookalike + vin.slice(at + 1), at, cost })
    }
  return swaps
}

/** The VIN of a line that was read several times, each time from another crop. Null when no reading has 17 characters. */
export function readVin(readings: Frames[]): VinReading | null {
  const sums: Scores = new Map()
  for (const frames of readings)
    for (const [vin, score] of candidatesOf(guessTexts(frames, vinSymbolOf, READ_VIN.beam)))
      sums.set(vin, (sums.get(vin) ?? 0) + Math.exp(score) / readings.length)
  const ranked = [...sums]
    .map(([value, sum]) => ({ value, weight: sum * Math.exp(scoreVin(value)), sum }))
    .toSorted((a, b) => b.weight - a.weight || (a.value < b.value ? -1 : 1))
  const best = ranked[0]
  if (!best) return null
  // Shares of what the readings leave open, made smaller by what speaks against any VIN being there at all.
  const total = ranked.reduce((sum, { weight }) => sum + weight, 0)
  const trust = trustOf(best.weight, readings.length)
  const candidates = ranked
    .map(({ value, weight }) => ({ value, confidence: round((trust * weight) / total) }))
    .filter(({ confidence }, index) => index === 0 || confidence >= READ_VIN.candidate_min)
    .slice(0, READ_VIN.candidates_max)
  const { value, confidence } = candidates[0] ?? { value: best.value, confidence: 0 }
  return { value, confidence, candidates, check_digit: checkDigitOf(value), decoded: decodeVin(value) }
}

/** One for a sure reading of a usual VIN, one half where reading and rules cost seven units together. */
function trustOf(weight: number, readings: number): number {
  return readings === 0 ? 0 : 1 / (1 + Math.exp(-(Math.log(weight) + 7)))
}
