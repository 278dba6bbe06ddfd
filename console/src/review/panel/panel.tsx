import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AnalysisNote } from '../analysis-note.tsx'
import { useLetters } from '../keys/own-keys.ts'
import { useReviewScope } from '../review-context.ts'
import { EstimateBox } from './estimate-box.tsx'
import { FindingsList } from './findings-list.tsx'
import { RunningNote } from './running-note.tsx'

// The drawing is large and nobody waits for it.
const VehicleDiagram = lazy(() => import('./vehicle-diagram.tsx'))

export function Panel() {
  const { t } = useTranslation('review')
  const { review, canEdit } = useReviewScope()
  const letters = useLetters()
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <RunningNote />
      <AnalysisNote review={review} mayStart={canEdit} />
      <EstimateBox />
      <Suspense fallback={<div className="aspect-[5/3] rounded-panel border border-line bg-panel" />}>
        <VehicleDiagram />
      </Suspense>
      <FindingsList />
      <p className="text-quiet text-sm max-lg:hidden">{t(canEdit ? 'hint' : 'hint_read', letters)}</p>
    </div>
  )
}
