/** `place` is its number, `pair` which of its picture pairs is shown, from 0. */
export type CompareSearch = { place?: number; pair?: number }

const countOf = (value: unknown, min: number) => {
  const number = Number(value)
  return Number.isInteger(number) && number >= min ? number : undefined
}

/** What makes no sense is left out. */
export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const [place, pair] = [countOf(search.place, 1), countOf(search.pair, 1)]
  return { ...(place ? { place } : {}), ...(pair ? { pair } : {}) }
}
