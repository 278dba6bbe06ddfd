import { useMemo } from 'react'
import { type Review, reviewOf } from '../review/review-model.ts'
import { useInspection } from './inspection-context.ts'

/** The inspection as the review screen shows and sorts it. */
export function useFindings(): Review {
  const { inspectionId, entities } = useInspection()
  return useMemo(() => reviewOf(inspectionId, entities), [inspectionId, entities])
}
