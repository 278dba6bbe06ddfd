import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Comparison } from '@walkaround/sdk'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCreateComparison } from '../../compare/use-create-comparison.ts'
import { VerdictChip } from '../../compare/verdict-mark.tsx'
import { VERDICTS, type Verdict } from '../../compare/verdicts.ts'
import { Button } from '../../look/button.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useDateTime } from '../../look/use-date-time.ts'
import { comparisonsKey, readComparisons } from '../../service/read-comparison.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'

/** What changed since another inspection of the vehicle. Not there where there is none to compare with. */
export function ComparisonsPanel() {
  const { t } = useTranslation('overview')
  const client = useClient()
  const { inspectionId, entities } = useInspection()
  const mayUpdate = useMay('update')
  const create = useCreateComparison()
  const { data } = useQuery({
    queryKey: comparisonsKey(inspectionId),
    queryFn: () => readComparisons(client, inspectionId),
  })
  const relatedId = entities.inspections[inspectionId]?.relatedInspectionId
  if (!data || (data.length === 0 && !relatedId)) return null
  const isCompared = data.some(({ earlierInspectionId }) => earlierInspectionId === relatedId)
  return (
    <TitledPanel
      title={t('comparisons.title')}
      action={
        <Link
          to="/inspections/$inspectionId/vehicle"
          params={{ inspectionId }}
          className="inline-flex min-h-8 items-center font-medium text-accent hover:underline max-sm:min-h-11"
        >
          {t('comparisons.other')}
        </Link>
      }
    >
      <ul className="-mx-2">
        {data.map((comparison) => (
          <li key={comparison.id}>
            <ComparisonLine comparison={comparison} inspectionId={inspectionId} />
          </li>
        ))}
      </ul>
      {relatedId && !isCompared && mayUpdate ? (
        <Button
          disabled={create.isPending}
          className="mt-1 max-sm:min-h-11"
          onClick={() => create.mutate({ earlierInspectionId: relatedId, laterInspectionId: inspectionId })}
        >
          {t('comparisons.related')}
        </Button>
      ) : null}
    </TitledPanel>
  )
}

function ComparisonLine({ comparison, inspectionId }: { comparison: Comparison; inspectionId: string }) {
  const { t } = useTranslation('overview')
  const dateTime = useDateTime()
  const { summary, status } = comparison
  const countOf = (verdict: Verdict) =>
    summary?.[verdict === 'not_comparable' ? 'notComparable' : verdict] ?? 0
  const told = VERDICTS.filter((verdict) => verdict !== 'unchanged' && countOf(verdict) > 0)
  const isLater = comparison.laterInspectionId === inspectionId
  const open = summary?.open ?? 0
  return (
    <Link
      to="/compare/$comparisonId"
      params={{ comparisonId: comparison.id }}
      search={{}}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-1 hover:bg-raised"
    >
      <span className="font-medium">{t(isLater ? 'comparisons.earlier' : 'comparisons.later')}</span>
      {status === 'DONE'
        ? told.map((verdict) => (
            <VerdictChip
              key={verdict}
              verdict={verdict}
              text={`${countOf(verdict)} ${t(`comparisons.${verdict}`)}`}
            />
          ))
        : null}
      <span className="text-quiet text-sm">
        {status === 'IN_PROGRESS' ? t('comparisons.running') : null}
        {status === 'ERROR' ? t('comparisons.failed') : null}
        {status === 'DONE' && told.length === 0 ? t('comparisons.nothing_new') : null}
        {status === 'DONE' && comparison.isOutdated ? t('comparisons.outdated') : null}
        {status === 'DONE' && open > 0 ? ` ${t('comparisons.open', { count: open })}` : null}
      </span>
      <span className="ms-auto text-quiet text-sm">
        {comparison.createdAt ? dateTime(comparison.createdAt) : ''}
      </span>
      <ArrowRight aria-hidden className="size-4 text-quiet rtl:rotate-180" />
    </Link>
  )
}
