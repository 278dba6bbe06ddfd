import type { CheckDigit, DecodedVin } from '../../core/contracts/findings.ts'
import { countryOf, needsCheckDigit, regionOf } from './vin-countries.ts'
import { makersOf } from './vin-makers.ts'

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
// No I, O, Q, U, Z and no 0: thirty codes, then they begin again.
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980

export function isVin(text: string): boolean {
  return VIN.test(text)
}

/** A VIN has no I, O and Q: what looks like them is a digit. */
export function vinSymbolOf(symbol: string): string | null {
  if (symbol === 'I') return '1'
  if (symbol === 'O' || symbol === 'Q') return '0'
  return /[A-Z0-9]/.test(symbol) ? symbol : null
}

/** 49 CFR 565.15: the ninth character is the weighted sum modulo 11, X for ten. */
export function hasRightCheckDigit(vin: string): boolean {
  let sum = 0
  WEIGHTS.forEach((weight, index) => {
    sum += weight * (VALUES.indexOf(vin.charAt(index)) % 10)
  })
  return vin.charAt(8) === '0123456789X'.charAt(sum % 11)
}

/**
 * Elsewhere than in North America and China a digit that does not fit says nothing: makers write there what they like.
 * It lowers the rank of a reading (read-vin.ts) and is never a reason to refuse one.
 */
export function checkDigitOf(vin: string): CheckDigit {
  if (hasRightCheckDigit(vin)) return 'right'
  return needsCheckDigit(vin) ? 'wrong' : 'not_used'
}

export function decodeVin(vin: string): DecodedVin {
  const code = YEAR_CODES.indexOf(vin.charAt(9))
  const years = code < 0 ? [] : [FIRST_YEAR + code, FIRST_YEAR + YEAR_CODES.length + code]
  // In North America the seventh character of a car or light truck is a letter from 2010 on.
  const isRecent = /[A-Z]/.test(vin.charAt(6))
  const likely = /^[1-5]/.test(vin) ? years.filter((year) => year >= 2010 === isRecent) : years
  return {
    region: regionOf(vin),
    country: countryOf(vin),
    manufacturers: makersOf(vin.slice(0, 3)),
    model_years: likely,
  }
}
