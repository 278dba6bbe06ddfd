import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { AnalysisNote } from '../../review/analysis-note.tsx'
import { EstimateHeadline } from '../../review/panel/estimate-headline.tsx'
import { SeverityChip } from '../../review/panel/severity-chip.tsx'
import { isKept } from '../../review/review-model.ts'
import { standingOf } from '../../review/standing.ts'
import { useInspection } from '../inspection-context.ts'
import { useFindings } from '../use-findings.ts'
import { useMay } from '../use-may.ts'

// The drawing comes after the numbers: it is the largest piece of the page.
const DamageDiagram = lazy(() => import('./damage-diagram.tsx'))
const EstimateDialog = lazy(async () => ({
  default: (await import('../../review/dialogs/estimate-dialog.tsx')).EstimateDialog,
}))

const LEVELS = [3, 2, 1] as const

/** How much was found, how bad it is, where, and what it costs. */
export function FindingsPanel() {
  const { t } = useTranslation('overview')
  const { inspectionId } = useInspection()
  const review = useFindings()
  const [isExplained, setIsExplained] = useState(false)
  const kept = review.findings.filter(isKept)
  const standing = standingOf(review)
  const isUnknown = kept.length === 0 && ['unanalysed', 'running', 'failed'].includes(standing)
  const mayUpdate = useMay('update')
  const unrated = kept.filter(({ level }) => !level).length
  return (
    <TitledPanel
      title={t('findings.title')}
      action={
        <Link
          to="/inspections/$inspectionId/damages"
          params={{ inspectionId }}
          className="inline-flex min-h-8 items-center font-medium text-accent hover:underline max-sm:min-h-11"
        >
          {t('findings.open')}
        </Link>
      }
    >
      <AnalysisNote review={review} mayStart={mayUpdate} />
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-8 gap-y-3 first:mt-0">
        <div>
          <EstimateHeadline review={review} />
          <p className="text-quiet">
            {[
              ...(review.total === null ? [] : [t('findings.net')]),
              isUnknown ? t(`findings.${standing}`) : t('findings.count', { count: kept.length }),
            ].join(' · ')}
          </p>
          {review.total === null ? null : (
            <Button
              kind="ghost"
              size="small"
              className="-ms-2 mt-1 text-accent max-sm:h-11"
              onClick={() => setIsExplained(true)}
            >
              {t('findings.why')}
            </Button>
          )}
        </div>
        <ul className={classes('flex flex-wrap gap-x-4 gap-y-2 pt-2', isUnknown && 'hidden')}>
          {LEVELS.map((level) => (
            <li key={level} className="flex items-center gap-2">
              <span className="font-semibold tabular-nums">
                {kept.filter((one) => one.level === level).length}
              </span>
              <SeverityChip level={level} />
            </li>
          ))}
          {unrated > 0 ? (
            <li className="self-center text-quiet text-sm">{t('findings.unrated', { count: unrated })}</li>
          ) : null}
        </ul>
      </div>
      <Suspense fallback={<div className="mt-3 aspect-[8/5] rounded-control bg-raised" />}>
        <DamageDiagram review={review} />
      </Suspense>
      {isExplained ? (
        <Suspense>
          <EstimateDialog inspectionId={inspectionId} onClose={() => setIsExplained(false)} />
        </Suspense>
      ) : null}
    </TitledPanel>
  )
}
