import { lazy, Suspense } from 'react'
import { CoveragePanel } from './overview/coverage-panel.tsx'
import { FindingsPanel } from './overview/findings-panel.tsx'
import { LeftToDo } from './overview/left-to-do.tsx'
import { TasksPanel } from './overview/tasks-panel.tsx'

// It stands below the fold on most screens.
const VehiclePanel = lazy(async () => ({
  default: (await import('./overview/vehicle-panel.tsx')).VehiclePanel,
}))

const ComparisonsPanel = lazy(async () => ({
  default: (await import('./overview/comparisons-panel.tsx')).ComparisonsPanel,
}))

const CapturePanel = lazy(async () => ({
  default: (await import('./overview/capture-panel.tsx')).CapturePanel,
}))

const HoldPanel = lazy(async () => ({
  default: (await import('./overview/hold-panel.tsx')).HoldPanel,
}))

const ObjectionsPanel = lazy(async () => ({
  default: (await import('./overview/objections-panel.tsx')).ObjectionsPanel,
}))

const ExportPanel = lazy(async () => ({
  default: (await import('./overview/export-panel.tsx')).ExportPanel,
}))

/** Where the inspection stands, and what is left to do. */
export function OverviewPage() {
  return (
    <div className="flex w-full max-w-[110rem] flex-1 flex-col gap-3 p-3 sm:gap-4 sm:p-4">
      <LeftToDo />
      <div className="grid items-start gap-3 sm:gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {/* In one column the tasks come before the vehicle. */}
        <div className="grid min-w-0 gap-3 max-lg:contents sm:gap-4">
          <FindingsPanel />
          <Suspense>
            <ComparisonsPanel />
          </Suspense>
          <div className="min-w-0 max-lg:order-1">
            <Suspense fallback={<div className="h-80 rounded-panel bg-raised" />}>
              <VehiclePanel />
            </Suspense>
          </div>
        </div>
        <div className="grid min-w-0 gap-3 max-lg:contents sm:gap-4">
          <TasksPanel />
          <CoveragePanel />
          <Suspense>
            <CapturePanel />
          </Suspense>
          <Suspense>
            <HoldPanel />
          </Suspense>
          <Suspense>
            <ObjectionsPanel />
          </Suspense>
          <Suspense>
            <ExportPanel />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
