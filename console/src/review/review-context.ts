import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { InspectionEdits, InspectionQueue } from './edits/inspection-edits.ts'
import type { Picture } from './pictures.ts'
import type { Finding, Review } from './review-model.ts'
import type { ScreenState, ScreenStore } from './screen-store.ts'
import type { Actions } from './use-actions.ts'

/** What every piece of the screen reads. */
export type ReviewScope = {
  review: Review
  picture: Picture | null
  finding: Finding | null
  queue: InspectionQueue
  screen: ScreenStore
  actions: Actions
  /** Whether the service would take corrections from this person. */
  canEdit: boolean
}

export const ReviewContext = createContext<ReviewScope | null>(null)

export function useReviewScope(): ReviewScope {
  const scope = useContext(ReviewContext)
  if (!scope) throw new Error('A piece of the review was drawn outside of it.')
  return scope
}

/** What the picture and the pages beside it have in common. */
export type EditScope = { review: Review; queue: InspectionQueue }

export const EditContext = createContext<EditScope | null>(null)

export function useEditScope(): EditScope {
  const scope = useContext(EditContext)
  if (!scope) throw new Error('An edit was drawn where none can be made.')
  return scope
}

export const QueueContext = createContext<InspectionQueue | null>(null)

/** Drawn again only when what is selected changes, however often the findings do. */
export function useEdits<Value>(select: (state: InspectionEdits) => Value): Value {
  const queue = useContext(QueueContext)
  if (!queue) throw new Error('An edit was drawn where none can be made.')
  return useStore(queue, select)
}

/** What never changes while the screen is open: who reads only this is not drawn again with every picture. */
export type SteadyScope = {
  queue: InspectionQueue
  screen: ScreenStore
  latest: { current: Actions }
  canEdit: boolean
}

export const SteadyContext = createContext<SteadyScope | null>(null)

export function useSteadyScope(): SteadyScope {
  const scope = useContext(SteadyContext)
  if (!scope) throw new Error('A piece of the review was drawn outside of it.')
  return scope
}

export function useScreen<Value>(select: (state: ScreenState) => Value): Value {
  return useStore(useSteadyScope().screen, select)
}
