import { lazy, Suspense } from 'react'
import { useEdits } from './review-context.ts'

const InspectionConflict = lazy(() => import('./inspection-conflict.tsx'))

export function ConflictBar() {
  const conflict = useEdits((state) => state.conflict)
  if (!conflict) return null
  return (
    <Suspense>
      <InspectionConflict key={conflict.waiting.key} conflict={conflict} />
    </Suspense>
  )
}
