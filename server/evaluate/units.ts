import type { PictureFacts } from './facts.ts'

/** Gives every unit of the intervals a number. */
export function numberUnits(facts: readonly PictureFacts[]) {
  const numbers = new Map([...new Set(facts.map((fact) => fact.unit))].map((unit, index) => [unit, index]))
  return { count: numbers.size, of: (fact: PictureFacts) => numbers.get(fact.unit) ?? 0 }
}
export type Units = ReturnType<typeof numberUnits>
