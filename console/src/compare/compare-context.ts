import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { EditState } from '../edits/edit-state.ts'
import type { CompareFacts } from './compare-facts.ts'
import type { PlaceEdit } from './edits/place-edit.ts'
import type { ScreenState } from './screen-store.ts'
import type { Actions } from './use-actions.ts'

export type CompareScope = CompareFacts & { actions: Actions }

export const CompareContext = createContext<CompareScope | null>(null)

export function useCompare(): CompareScope {
  const scope = useContext(CompareContext)
  if (!scope) throw new Error('A part of the comparison was drawn outside of it.')
  return scope
}

export function useScreen<Chosen>(choose: (state: ScreenState) => Chosen): Chosen {
  return useStore(useCompare().screen, choose)
}

export function useQueue<Chosen>(choose: (state: EditState<PlaceEdit>) => Chosen): Chosen {
  return useStore(useCompare().queue, choose)
}
