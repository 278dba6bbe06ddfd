import { isOpen, isValidated, type Review } from './review-model.ts'

/** Where a review stands, in one word. Only the last two are good news. */
export type Standing = 'open' | 'unanalysed' | 'running' | 'failed' | 'checked' | 'validated'

export function standingOf(review: Review): Standing {
  const { analysis, findings } = review
  if (isValidated(review)) return 'validated'
  if (findings.some(isOpen)) return 'open'
  if (analysis === 'running' || analysis === 'failed') return analysis
  // What clients and people brought can be checked where no model was asked.
  const isAnalysed = analysis === 'done' || (analysis === 'none' && findings.length > 0)
  return isAnalysed ? 'checked' : 'unanalysed'
}
