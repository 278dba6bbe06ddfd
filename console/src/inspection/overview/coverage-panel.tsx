import { Link } from '@tanstack/react-router'
import { VIEWPOINTS } from '@walkaround/catalog/image-types'
import { PART_TYPES } from '@walkaround/catalog/parts'
import { CircleCheck, CircleHelp, Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useInspection } from '../inspection-context.ts'
import type { CheckState } from '../pictures/picture-check.ts'
import { useInspectionPictures } from '../pictures/use-inspection-pictures.ts'
import { CoverageRing } from './coverage-ring.tsx'

const STATES = {
  accepted: { Icon: CircleCheck, color: 'text-good' },
  retake: { Icon: TriangleAlert, color: 'text-bad' },
  flawed: { Icon: TriangleAlert, color: 'text-quiet' },
  unclear: { Icon: CircleHelp, color: 'text-quiet' },
  waiting: { Icon: Clock, color: 'text-quiet' },
} as const satisfies Record<CheckState, object>

/** How much of the vehicle the pictures show, and whether they are good enough. */
export function CoveragePanel() {
  const { t } = useTranslation('overview')
  const labels = useLabels()
  const { inspectionId, entities } = useInspection()
  const pictures = useInspectionPictures()
  const coverage = entities.inspections[inspectionId]?.coverage
  const covered = VIEWPOINTS.filter((name) => coverage?.viewpoints.covered.includes(name))
  const missing = VIEWPOINTS.filter((name) => !covered.includes(name))
  const parts = PART_TYPES.filter((type) => coverage?.parts.missing.includes(type))
  return (
    <TitledPanel
      title={t('pictures.title')}
      action={
        <Link
          to="/inspections/$inspectionId/pictures"
          params={{ inspectionId }}
          className="inline-flex min-h-8 items-center font-medium text-accent hover:underline max-sm:min-h-11"
        >
          {t('pictures.open', { count: pictures.length })}
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <CoverageRing
          covered={covered}
          label={t('pictures.ring', { covered: covered.length, total: VIEWPOINTS.length })}
        />
        <div className="min-w-0 flex-1 basis-44">
          <ul className="grid gap-1">
            {(Object.keys(STATES) as CheckState[]).map((state) => {
              const count = pictures.filter((one) => one.check.state === state).length
              if (count === 0) return null
              const { Icon, color } = STATES[state]
              return (
                <li key={state} className="flex items-center gap-2">
                  <Icon aria-hidden className={classes('size-4', color)} />
                  {t(`pictures.${state}`, { count })}
                </li>
              )
            })}
          </ul>
          <p className="mt-2 text-quiet text-sm">
            {pictures.length === 0
              ? t('pictures.none')
              : covered.length === 0
                ? t('pictures.sides_unknown')
                : missing.length === 0
                  ? t('pictures.all_sides')
                  : t('pictures.missing', {
                      sides: missing.map((name) => labels.viewpoints[name]).join(', '),
                    })}
          </p>
        </div>
      </div>
      {parts.length > 0 && covered.length > 0 ? (
        <details className="mt-3 text-sm">
          <summary className="min-h-6 cursor-pointer py-1 text-quiet">
            {t('pictures.parts', { count: parts.length })}
          </summary>
          <p className="pt-1">{parts.map((type) => labels.parts[type]).join(', ')}</p>
        </details>
      ) : null}
    </TitledPanel>
  )
}
