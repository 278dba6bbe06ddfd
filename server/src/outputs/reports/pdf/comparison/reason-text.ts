import type { PaperPlace } from '../../comparison/comparison-content.ts'
import { nameOf, type Speech } from '../speak.ts'

/** Why the method says so, one sentence for each reason. Of a reason that is not known its code is printed. */
export function reasonTexts(speech: Speech, { reasons }: PaperPlace): string[] {
  return reasons.map(({ reason, values }) => {
    const write = speech.comparison.reasons[reason]
    return write ? write(figuresOf(speech, values)) : `${reason.replaceAll('_', ' ')}.`
  })
}

/** Sizes and types as they are printed, null where the method names none. */
function figuresOf(speech: Speech, values: Record<string, number | string>) {
  const size = (name: string) => {
    const value = values[name]
    return typeof value === 'number' ? `${speech.number(value, value < 10 ? 1 : 0)}\u00a0mm` : null
  }
  const type = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? nameOf(speech.labels.damage_types, value) : null
  }
  return {
    a: size('min_resolvable_mm') ?? size('earlier_mm') ?? type('earlier_type'),
    b: size('later_mm') ?? type('later_type'),
  }
}
