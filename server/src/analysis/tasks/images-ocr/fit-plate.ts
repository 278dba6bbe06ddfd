import { lookalikesOf, twinOf } from './confusions.ts'
import { PLATE_PATTERNS, type PlatePattern } from './plate-patterns.ts'

// Natural logarithms of how unusual a repair is.
export const FIT_PLATE = {
  /** A letter for the digit it looks like, or the other way round. */
  twin: -3,
  lookalike: -5,
  /** A seal, screw or coat of arms between the groups that was read as a character. */
  stray: -4,
  repairs_max: 2,
}

export type Fit = { value: string; country: string; cost: number }

type Slot = { mark: string; afterGap: boolean }

function slotsOf(shape: string): Slot[] {
  return Array.from(shape.matchAll(/(-?)([^-])/g), ([, gap, mark = '']) => ({ mark, afterGap: gap === '-' }))
}

const SHAPES = PLATE_PATTERNS.flatMap((pattern) =>
  pattern.shapes.map((shape) => ({ pattern, slots: slotsOf(shape) })),
)

function isAllowed(character: string, mark: string, letters: string): boolean {
  if (mark === '#') return character >= '0' && character <= '9'
  return mark === '@' ? letters.includes(character) : character === mark
}

function repairOf(
  character: string,
  mark: string,
  letters: string,
): { character: string; cost: number } | null {
  if (isAllowed(character, mark, letters)) return { character, cost: 0 }
  const twin = twinOf(character)
  if (twin && isAllowed(twin, mark, letters)) return { character: twin, cost: FIT_PLATE.twin }
  for (const lookalike of lookalikesOf(character))
    if (isAllowed(lookalike, mark, letters)) return { character: lookalike, cost: FIT_PLATE.lookalike }
  return null
}

function fitSlots(text: string, slots: Slot[], pattern: PlatePattern): Fit | null {
  let value = ''
  let cost = 0
  let repairs = 0
  for (let at = 0; at < slots.length; at++) {
    const repair = repairOf(text.charAt(at), slots[at]?.mark ?? '', pattern.letters)
    if (!repair) return null
    if (repair.cost < 0 && ++repairs > FIT_PLATE.repairs_max) return null
    value += repair.character
    cost += repair.cost
  }
  if (pattern.area && !pattern.area.test(value)) return null
  return { value, country: pattern.country, cost }
}

/** What a text becomes as a plate of each country whose shape it can take. */
export function fitPlates(text: string): Fit[] {
  const fits: Fit[] = []
  for (const { pattern, slots } of SHAPES) {
    if (slots.length === text.length) {
      const fit = fitSlots(text, slots, pattern)
      if (fit) fits.push(fit)
    }
    if (slots.length + 1 !== text.length) continue
    slots.forEach((slot, at) => {
      if (!slot.afterGap) return
      const fit = fitSlots(text.slice(0, at) + text.slice(at + 1), slots, pattern)
      if (fit) fits.push({ ...fit, cost: fit.cost + FIT_PLATE.stray })
    })
  }
  return fits
}
