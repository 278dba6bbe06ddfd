import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { Select } from '../../look/controls.tsx'
import { useLabels } from '../../look/use-labels.ts'
import { useEditScope } from '../../review/review-context.ts'
import { type DamagesSearch, STATES } from './damages-search.ts'

const chip =
  'inline-flex h-9 items-center gap-1.5 whitespace-nowrap rounded-full border border-line bg-panel px-3 hover:bg-raised max-lg:h-[44px]'

/** Which rows are shown: by what was decided, and by part. */
export function Filters({ search }: { search: DamagesSearch }) {
  const { t } = useTranslation('damages')
  const { review } = useEditScope()
  const { state, part, damage, ...others } = search
  const counted = (wanted: (typeof STATES)[number]) =>
    review.findings.filter((one) => one.state === wanted).length
  return (
    <nav aria-label={t('filter.label')} className="flex flex-wrap items-center gap-2">
      {[undefined, ...STATES].map((one) => (
        <Link
          key={one ?? 'all'}
          to="/inspections/$inspectionId/damages"
          params={{ inspectionId: review.id }}
          search={{ ...others, ...(part ? { part } : {}), ...(one ? { state: one } : {}) }}
          replace
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={state === one ? 'true' : undefined}
          className={classes(chip, state === one && 'border-accent bg-chosen font-semibold')}
        >
          {one ? t(`filter.${one}`) : t('filter.all')}
          <span className="text-quiet tabular-nums">{one ? counted(one) : review.findings.length}</span>
        </Link>
      ))}
      <PartFilter search={search} />
    </nav>
  )
}

function PartFilter({ search: { part, damage, ...others } }: { search: DamagesSearch }) {
  const { t } = useTranslation('damages')
  const { review } = useEditScope()
  const labels = useLabels()
  const navigate = useNavigate()
  const parts = [...new Set(review.findings.flatMap((one) => one.partType ?? []))].toSorted((a, b) =>
    labels.parts[a].localeCompare(labels.parts[b]),
  )
  return (
    <Select
      size="dense"
      touch="lg"
      aria-label={t('filter.part')}
      value={part ?? ''}
      className={classes(part && 'border-accent bg-chosen font-semibold')}
      options={[
        { value: '', label: t('filter.all_parts') },
        ...parts.map((one) => ({ value: one, label: labels.parts[one] })),
      ]}
      onValue={(wanted) =>
        void navigate({
          to: '/inspections/$inspectionId/damages',
          params: { inspectionId: review.id },
          search: { ...others, ...(wanted ? { part: wanted } : {}) },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
