import { useQuery } from '@tanstack/react-query'
import { type HistoryEntry, listHistory } from '@walkaround/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { useReviewScope } from '../review-context.ts'
import type { Finding } from '../review-model.ts'

const ENTRIES_MAX = 200

/** Who or what says that there is a damage, how sure it is, and what became of it since. */
export function Evidence({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('review')
  const [isOpen, setIsOpen] = useState(false)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const crops = finding.shapes.flatMap(({ cropPath }) => cropPath ?? [])
  return (
    <details className="text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-quiet">{t('evidence.label')}</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-quiet">{t('evidence.by')}</dt>
        <dd>{finding.isByModel ? t('evidence.model') : finding.createdBy}</dd>
        {finding.confidence !== null ? (
          <>
            <dt className="text-quiet">{t('evidence.confidence')}</dt>
            <dd>{percent.format(finding.confidence)}</dd>
          </>
        ) : null}
        {finding.sizeCm !== null ? (
          <>
            <dt className="text-quiet">{t('evidence.size')}</dt>
            <dd>{t('evidence.cm', { size: finding.sizeCm })}</dd>
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
      {crops.map((path) => (
        <img
          key={path}
          src={path}
          alt={t('evidence.crop')}
          loading="lazy"
          className="mt-2 max-h-40 rounded-control"
        />
      ))}
      {isOpen ? <FindingHistory finding={finding} /> : null}
    </details>
  )
}

function FindingHistory({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('review')
  const client = useClient()
  const { review } = useReviewScope()
  const ids = new Set([finding.id, ...finding.shapes.map((shape) => shape.viewId)])
  const { data, isPending } = useQuery({
    queryKey: ['inspection', review.id, 'history', finding.id],
    queryFn: async () => {
      const { entities, result } = await listHistory(client, review.id, { limit: ENTRIES_MAX })
      return result.flatMap((id) => entities.historyEntries[id] ?? [])
    },
    staleTime: 0,
  })
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const own = (data ?? []).filter((entry: HistoryEntry) => entry.itemId && ids.has(entry.itemId))
  if (isPending) return <p className="mt-2 text-quiet">{t('loading')}</p>
  return (
    <ol aria-label={t('evidence.history')} className="mt-2 grid gap-1 border-line border-s ps-2">
      {own.map((entry) => (
        <li key={entry.id}>
          <span className="text-quiet">{entry.createdAt ? time.format(new Date(entry.createdAt)) : ''}</span>{' '}
          {t(`history.${(entry.type ?? '').replace('.', '_')}`, { defaultValue: entry.type ?? '' })}
          {' · '}
          {entry.createdBy === 'algo' ? t('evidence.model') : entry.createdBy}
        </li>
      ))}
    </ol>
  )
}
