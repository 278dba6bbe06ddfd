/** `120+45`, `99,50` or nothing. Undefined for what is no amount. */
export function readAmount(text: string): number | null | undefined {
  const given = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  if (given === '') return null
  const terms = given.match(/[+-]?\d+(?:[.,]\d{1,2})?/g)
  if (!terms || terms.join('') !== given) return undefined
  const cents = terms.reduce((sum, term) => sum + Math.round(Number(term.replace(',', '.')) * 100), 0)
  return cents < 0 ? undefined : cents / 100
}
