import { useQuery } from '@tanstack/react-query'
import { getTask } from '@walkaround/sdk'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { useReviewScope } from '../review-context.ts'
import type { Finding } from '../review-model.ts'
import { Crop } from './crop.tsx'

// It comes when somebody asks for it.
const FindingHistory = lazy(async () => ({ default: (await import('./finding-history.tsx')).FindingHistory }))

/** Who or what says that there is a damage, how sure it is, and what became of it since. */
export function Evidence({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('review')
  const [isOpen, setIsOpen] = useState(false)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const { review } = useReviewScope()
  const seen = finding.shapes.flatMap((shape) => {
    const picture = review.pictures.find((one) => one.id === shape.imageId)
    return picture ? [{ shape, picture }] : []
  })
  return (
    <details className="px-3 pb-3 text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-quiet">{t('evidence.label')}</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-quiet">{t('evidence.by')}</dt>
        <dd>{finding.isByModel ? t('evidence.model') : finding.createdBy}</dd>
        {finding.isByModel && isOpen ? <Models finding={finding} /> : null}
        {finding.confidence !== null ? (
          <>
            <dt className="text-quiet">{t('evidence.confidence')}</dt>
            <dd>{percent.format(finding.confidence)}</dd>
          </>
        ) : null}
        {finding.sizeCm !== null ? (
          <>
            <dt className="text-quiet">{t('evidence.size')}</dt>
            <dd>{t('evidence.cm', { size: number.format(finding.sizeCm) })}</dd>
          </>
        ) : null}
        {finding.confirmedBy && finding.confirmedAt ? (
          <>
            <dt className="text-quiet">{t('evidence.confirmed')}</dt>
            <dd>
              {finding.confirmedBy}, {time.format(new Date(finding.confirmedAt))}
            </dd>
          </>
        ) : null}
      </dl>
      {isOpen && seen.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-2">
          {seen.map(({ shape, picture }) => (
            <li key={shape.viewId} className="min-w-0">
              <Crop shape={shape} picture={picture} />
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <Suspense>
          <FindingHistory finding={finding} />
        </Suspense>
      ) : null}
    </details>
  )
}

/** What ran over the pictures the damage is seen on. Only the reading of the task itself tells it. */
function Models({ finding }: { finding: Finding }) {
  const { t } = useTranslation('review')
  const client = useClient()
  const { review } = useReviewScope()
  const hasTask = review.tasks.some((task) => task.name === 'damage_detection')
  const { data, isPending } = useQuery({
    queryKey: ['inspection', review.id, 'task', 'damage_detection'],
    queryFn: async () => {
      const { entities, result } = await getTask(client, review.id, 'damage_detection')
      return entities.tasks[result]?.results ?? []
    },
    enabled: hasTask,
  })
  const images = new Set(finding.shapes.map((shape) => shape.imageId))
  const models = (data ?? [])
    .filter(({ imageId }) => images.has(imageId))
    .flatMap(({ provenance }) => provenance.models ?? [])
  const byName = [...new Map(models.map((model) => [`${model.name} ${model.version}`, model])).values()]
  return (
    <>
      <dt className="text-quiet">{t('evidence.models')}</dt>
      <dd className="min-w-0">
        {byName.map(({ name, version, sha256 }) => (
          <span key={`${name} ${version}`} title={sha256} className="block truncate">
            {name} {version}
          </span>
        ))}
        {byName.length === 0 ? (
          <span className="text-quiet">{t(hasTask && isPending ? 'loading' : 'evidence.no_models')}</span>
        ) : null}
      </dd>
    </>
  )
}
