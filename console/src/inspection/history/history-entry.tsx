import type { HistoryEntry } from '@walkaround/sdk'
import { ArrowRight, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { useEditScope } from '../../review/review-context.ts'
import { useInspection } from '../inspection-context.ts'
import { useWho } from '../use-who.ts'
import { toldChanges, useChangedValue } from './changed-value.ts'
import { ItemLink } from './item-link.tsx'
import { undoOf } from './undo-of.ts'

/** Who did what, when and why, with what it was before. */
export function HistoryLine({ entry, mayWrite }: { entry: HistoryEntry; mayWrite: boolean }) {
  const { t, i18n } = useTranslation('history')
  const { entities } = useInspection()
  const { queue } = useEditScope()
  const who = useWho()
  const id = useId()
  const time = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const what = t(`type.${deedOf(entry)}`, { defaultValue: entry.type ?? '' })
  const undo = mayWrite ? undoOf(entities, entry) : null
  return (
    <li className="grid gap-x-4 gap-y-1 border-line border-t px-4 py-3 first:border-t-0 sm:grid-cols-[5.5rem_1fr_auto]">
      <time dateTime={entry.createdAt} className="text-quiet text-sm tabular-nums sm:pt-0.5">
        {entry.createdAt ? time.format(new Date(entry.createdAt)) : ''}
      </time>
      <div className="grid min-w-0 gap-1">
        <p id={`${id}-deed`}>
          <span className="font-semibold">{who(entry.createdBy)}</span> · {what} <ItemLink entry={entry} />
        </p>
        {entry.reason ? <p className="text-quiet">{t('reason', { reason: entry.reason })}</p> : null}
        <Changes entry={entry} />
      </div>
      {undo ? (
        <Button
          size="small"
          touch="lg"
          className="justify-self-start"
          id={`${id}-undo`}
          aria-labelledby={`${id}-undo ${id}-deed`}
          onClick={() => queue.run(undo)}
        >
          <Undo2 aria-hidden className="size-4" />
          {t('undo')}
        </Button>
      ) : null}
    </li>
  )
}

/** A correction that changes nothing but the confirmation is one. */
function deedOf(entry: HistoryEntry): string {
  const type = (entry.type ?? '').replace('.', '_')
  if (type !== 'damage_updated' || toldChanges(entry).some(({ field }) => field !== 'confirmedBy'))
    return type
  return entry.changes?.confirmedBy?.after ? 'damage_confirmed' : 'damage_withdrawn'
}

function Changes({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('history')
  const { review } = useEditScope()
  const shown = useChangedValue(review.currency)
  const changes = toldChanges(entry)
  if (changes.length === 0) return null
  return (
    <dl className="grid gap-x-3 grid-cols-[auto_1fr] gap-y-0.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-quiet">{t(`field.${field}`, { defaultValue: field })}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="text-quiet line-through decoration-1">
              <span className="sr-only">{t('before')} </span>
              {shown(field, before)}
            </span>
            <ArrowRight aria-hidden className="size-3.5 text-quiet rtl:rotate-180" />
            <span className="min-w-0 break-words font-medium">
              <span className="sr-only">{t('after')} </span>
              {shown(field, after)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
