import { useQuery } from '@tanstack/react-query'
import { type HistoryEntry, listHistory } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../service/service-context.ts'
import { useReviewScope } from '../review-context.ts'
import type { Finding } from '../review-model.ts'
import { useFieldWords } from '../use-field-words.ts'

const ENTRIES_MAX = 200

/** What happened to the damage, to its shapes and to the price of its part; the newest first. */
export function FindingHistory({ finding }: { finding: Finding }) {
  const { t, i18n } = useTranslation('review')
  const client = useClient()
  const { review } = useReviewScope()
  const { data, isPending } = useQuery({
    queryKey: ['inspection', review.id, 'history', finding.id, finding.version, finding.severityVersion],
    queryFn: async () => {
      const { entities, result } = await listHistory(client, review.id, { limit: ENTRIES_MAX })
      return result.flatMap((id) => entities.historyEntries[id] ?? [])
    },
    staleTime: 0,
  })
  const ids = new Set([finding.id, finding.severityId, ...finding.shapes.map((shape) => shape.viewId)])
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const own = (data ?? []).filter((entry) => entry.itemId && ids.has(entry.itemId))
  if (isPending) return <p className="mt-2 text-quiet">{t('loading')}</p>
  return (
    <ol aria-label={t('evidence.history')} className="mt-3 grid gap-2 border-line border-s-2 ps-3">
      {own.map((entry) => (
        <li key={entry.id}>
          <span className="block font-medium">
            {t(`history.${(entry.type ?? '').replace('.', '_')}`, { defaultValue: entry.type ?? '' })}
          </span>
          <Changes entry={entry} />
          <span className="block text-quiet">
            {entry.createdBy === 'algo' ? t('evidence.model') : entry.createdBy}
            {entry.createdAt ? ` · ${time.format(new Date(entry.createdAt))}` : ''}
          </span>
          {entry.reason ? <q className="text-quiet">{entry.reason}</q> : null}
        </li>
      ))}
    </ol>
  )
}

const SHOWN = ['damageType', 'partType', 'level', 'pricing', 'repairOperation']

/** What can be said in a word: from what to what. */
function Changes({ entry: { changes, type } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('review')
  const wordOf = useFieldWords()
  const shown = SHOWN.flatMap((field) => {
    const change = changes?.[field]
    return change ? [{ field, ...change }] : []
  })
  return (
    <ul>
      {type === 'damage.updated' && changes?.confirmedBy?.after ? <li>{t('history.confirmed')}</li> : null}
      {shown.map(({ field, before, after }) => (
        <li key={field}>
          {t(`fields.${field}`)}: {before === null ? '' : `${wordOf(field, before)} → `}
          {wordOf(field, after)}
        </li>
      ))}
    </ul>
  )
}
