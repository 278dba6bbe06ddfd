import type { Entities } from '@walkaround/sdk'
import { createContext, useContext } from 'react'

/** The inspection as it was read last, with what was rejected or deleted. */
export type InspectionScope = { inspectionId: string; entities: Entities }

export const InspectionContext = createContext<InspectionScope | null>(null)

export function useInspection(): InspectionScope {
  const scope = useContext(InspectionContext)
  if (!scope) throw new Error('A page of an inspection was drawn outside of one.')
  return scope
}
