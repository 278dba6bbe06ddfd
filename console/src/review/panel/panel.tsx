import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EstimateBox } from './estimate-box.tsx'
import { FindingsList } from './findings-list.tsx'

// The drawing is large and nobody waits for it.
const VehicleDiagram = lazy(() => import('./vehicle-diagram.tsx'))

export function Panel() {
  const { t } = useTranslation('review')
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <EstimateBox />
      <Suspense fallback={<div className="aspect-[5/3] rounded-panel border border-line bg-panel" />}>
        <VehicleDiagram />
      </Suspense>
      <FindingsList />
      <p className="text-quiet text-sm max-lg:hidden">{t('hint')}</p>
    </div>
  )
}
