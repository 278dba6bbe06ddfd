/** In the order people look at them: what may cost somebody money first. */
export const VERDICTS = ['new', 'worsened', 'uncertain', 'not_comparable', 'unchanged', 'repaired'] as const
export type Verdict = (typeof VERDICTS)[number]

/** In the order of the keys 1 to 6. */
export const VERDICT_KEYS = [
  'new',
  'worsened',
  'unchanged',
  'repaired',
  'not_comparable',
  'uncertain',
] as const satisfies readonly Verdict[]

/** What was there before is never charged. */
export const canBeCharged = (verdict: Verdict) => verdict !== 'unchanged' && verdict !== 'repaired'

/** What could not be seen is no evidence. */
export const isNotCharged = (verdict: Verdict) => verdict === 'not_comparable' || verdict === 'uncertain'
