import { lazy, Suspense } from 'react'
import { useEdits } from '../review/review-context.ts'

const OpenConflict = lazy(() => import('./open-conflict.tsx'))

export function ConflictBar() {
  const conflict = useEdits((state) => state.conflict)
  if (!conflict) return null
  return (
    <Suspense>
      <OpenConflict key={conflict.waiting.key} conflict={conflict} />
    </Suspense>
  )
}
