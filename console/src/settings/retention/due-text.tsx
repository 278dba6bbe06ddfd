import { useTranslation } from 'react-i18next'
import { ExactMoment } from '../pieces/moment.tsx'
import type { Due } from './use-retention.ts'

/** What a rule would erase now, what is held, and when the next one is due. */
export function DueText({ due }: { due: Due | null }) {
  const { t } = useTranslation('settings')
  if (!due) return null
  const { dueCount, isCountedWhole, heldCount, nextDueAt } = due
  return (
    <>
      {t(isCountedWhole ? 'retention.due' : 'retention.due_more', { count: dueCount })}
      {heldCount > 0 ? ` ${t('retention.due_held', { count: heldCount })}` : ''}
      {nextDueAt ? (
        <>
          {' '}
          {t('retention.next')} <ExactMoment at={nextDueAt} />
        </>
      ) : null}
    </>
  )
}
