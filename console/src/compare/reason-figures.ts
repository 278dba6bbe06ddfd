import type { Values } from './compare-model.ts'

/** The figures behind each reason. Where one is missing, the reason stands without its small print. */
const NEEDED: Record<string, readonly string[]> = {
  absent_and_visible: ['fit'],
  gone_and_visible: ['fit'],
  found_same_place: ['fit'],
  searched_again: ['threshold', 'score'],
  would_have_shown: ['min_resolvable_mm'],
  too_small: ['min_resolvable_mm'],
  grown: ['earlier_mm', 'later_mm'],
  within_error: ['earlier_mm', 'later_mm'],
  low_score_before: ['score'],
  weak_match: ['share'],
}

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Null unless every figure that the small print names is known. */
export function figuresOf(reason: string, values: Values): Values | null {
  const names = NEEDED[reason]
  if (!names) return null
  const found = names.flatMap((name) => {
    const value = values[name] ?? values[camelCase(name)]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  return found.length === names.length ? Object.fromEntries(found) : null
}
