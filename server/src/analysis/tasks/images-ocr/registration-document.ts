import type { Reading } from '../../../core/contracts/findings.ts'
import { centerOf, heightOf, type PlacedLine, widthOf } from '../../text/box-geometry.ts'
import { readingOf } from './mrz.ts'

/**
 * What is read of a French registration certificate. The codes are those of Directive 1999/37/EC, so certificates of
 * other countries of the Union have them too. Shapes keep a code from being found in any line that starts with its letter.
 */
export const REGISTRATION_FIELDS: { code: string; name: string; shape: RegExp }[] = [
  {
    code: 'A',
    name: 'registration_number',
    shape: /^[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}$|^\d{1,4} ?[A-Z]{2,3} ?\d{2}$/,
  },
  { code: 'B', name: 'first_registration_date', shape: /^\d{2}[/. -]?\d{2}[/. -]?\d{4}$/ },
  { code: 'C.1', name: 'holder', shape: /^\D{3,}$/ },
  { code: 'C.3', name: 'address', shape: /^.{5,}$/ },
  { code: 'D.1', name: 'make', shape: /^[A-Z][A-Z -]{1,}$/ },
  { code: 'D.2', name: 'type_variant_version', shape: /^[A-Z0-9*/ .-]{4,}$/ },
  { code: 'D.2.1', name: 'national_type_code', shape: /^[A-Z0-9]{8,15}$/ },
  { code: 'D.3', name: 'commercial_name', shape: /^[A-Z0-9][A-Z0-9 .+/-]*$/ },
  { code: 'E', name: 'vin', shape: /^[A-Z0-9]{17}$/ },
  { code: 'F.1', name: 'mass_max_kg', shape: /^\d{3,5}$/ },
  { code: 'F.2', name: 'mass_max_admissible_kg', shape: /^\d{3,5}$/ },
  { code: 'G', name: 'mass_in_service_kg', shape: /^\d{3,5}$/ },
  { code: 'G.1', name: 'mass_unladen_kg', shape: /^\d{3,5}$/ },
  { code: 'H', name: 'valid_until', shape: /^\d{2}[/. -]?\d{2}[/. -]?\d{4}$/ },
  { code: 'I', name: 'certificate_date', shape: /^\d{2}[/. -]?\d{2}[/. -]?\d{4}$/ },
  { code: 'J', name: 'category', shape: /^[MNLO]\d[A-Z]?$/ },
  { code: 'J.1', name: 'national_category', shape: /^[A-Z]{2,4}$/ },
  { code: 'J.2', name: 'body', shape: /^[A-Z]{2}$/ },
  { code: 'J.3', name: 'national_body', shape: /^[A-Z ]{2,}$/ },
  { code: 'K', name: 'type_approval_number', shape: /^[Ee]\d{1,2}\*.{6,}$/ },
  { code: 'P.1', name: 'displacement_cm3', shape: /^\d{2,5}$/ },
  { code: 'P.2', name: 'power_kw', shape: /^\d{1,3}([.,]\d+)?$/ },
  { code: 'P.3', name: 'fuel', shape: /^[A-Z]{2}$/ },
  { code: 'P.6', name: 'fiscal_power', shape: /^\d{1,2}$/ },
  { code: 'Q', name: 'power_to_mass_ratio', shape: /^\d[.,]\d+$/ },
  { code: 'S.1', name: 'seats', shape: /^\d{1,2}$/ },
  { code: 'S.2', name: 'standing_places', shape: /^\d{1,2}$/ },
  { code: 'U.1', name: 'noise_standing_db', shape: /^\d{2,3}$/ },
  { code: 'U.2', name: 'noise_speed_rpm', shape: /^\d{3,5}$/ },
  { code: 'V.7', name: 'co2_g_per_km', shape: /^\d{1,3}$/ },
  { code: 'V.9', name: 'emission_class', shape: /^.{4,}$/ },
]

/** Fields by name: a code and its value in one line, or the value in the box to the right of the code. */
export function readRegistration(lines: PlacedLine[]): Record<string, Reading> {
  const found: Record<string, Reading> = {}
  for (const { code, name, shape } of REGISTRATION_FIELDS) {
    const pattern = codePattern(code)
    const readings = lines.flatMap((line) => {
      const rest = line.text.match(pattern)?.[1]
      if (rest === undefined) return []
      const value = cleanValue(rest)
      if (value !== '') return shape.test(value) ? [readingOf(value, line.confidence)] : []
      const right = lineToTheRight(line, lines)
      const beside = right ? valueBeside(right.text, shape) : null
      return right && beside ? [readingOf(beside, Math.min(line.confidence, right.confidence))] : []
    })
    const best = readings.toSorted((a, b) => b.confidence - a.confidence)[0]
    if (best) found[name] = best
  }
  return found
}

/** The dot of a code is small and easily lost; brackets and colons are printed by some countries. */
function codePattern(code: string): RegExp {
  const letters = code.replaceAll('.', '[.,]?')
  // The space after a code is easily lost, too. D.2 is not the start of D.2.1, nor G.1 of the weight in G1280.
  const end = code.length === 1 ? '[).:]?\\s*' : '(?![.,]?\\d)[).: ]*'
  return new RegExp(`^[(]?${letters}${end}(.*)$`)
}

function cleanValue(text: string): string {
  return text
    .trim()
    .replace(/^[:.]+\s*/, '')
    .replace(/\s+/g, ' ')
}

/** The box of a value may begin with a piece of its code, which then reads as a character of its own. */
function valueBeside(text: string, shape: RegExp): string | null {
  const value = cleanValue(text)
  return [value, value.replace(/^\S /, '')].find((each) => shape.test(each)) ?? null
}

function lineToTheRight(line: PlacedLine, lines: PlacedLine[]): PlacedLine | null {
  const height = heightOf(line.corners)
  const [x, y] = centerOf(line.corners)
  const right = lines
    .map((other) => {
      const [otherX, otherY] = centerOf(other.corners)
      const gap = otherX - x - (widthOf(other.corners) + widthOf(line.corners)) / 2
      return { other, gap, rise: Math.abs(otherY - y) }
    })
    .filter(
      ({ other, gap, rise }) => other !== line && rise < height * 0.6 && gap > -height && gap < 8 * height,
    )
    .toSorted((a, b) => a.gap - b.gap)
  return right[0]?.other ?? null
}
