const TERM = String.raw`\d+(?:[.,]\d{1,2})?`
const SUM = new RegExp(`^[+-]?${TERM}(?:[+-]${TERM})*$`)

/** `120+45`, `99,50` or nothing. Undefined for what is no amount. */
export function readAmount(text: string): number | null | undefined {
  const given = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (given === '') return null
  // The whole of it: `1,234` would else be read as 1.23 and 4.
  if (!SUM.test(given)) return undefined
  const terms = given.match(new RegExp(`[+-]?${TERM}`, 'g')) ?? []
  const cents = terms.reduce((sum, term) => sum + Math.round(Number(term.replace(',', '.')) * 100), 0)
  return cents < 0 ? undefined : cents / 100
}
