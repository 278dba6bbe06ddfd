import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useInspection } from '../inspection-context.ts'
import { useWho } from '../use-who.ts'
import { type HistorySearch, KINDS, readHistorySearch } from './history-search.ts'

const select = 'h-9 min-w-0 rounded-control border border-line bg-panel px-2 text-ink max-lg:h-[44px]'

type Props = { search: HistorySearch; people: readonly string[] }

export function HistoryFilters({ search, people }: Props) {
  const { t } = useTranslation('history')
  const { inspectionId } = useInspection()
  const who = useWho()
  const navigate = useNavigate()
  const show = (changed: Record<string, string>) =>
    void navigate({
      to: '/inspections/$inspectionId/history',
      params: { inspectionId },
      search: readHistorySearch({ ...search, ...changed }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="flex flex-wrap gap-2 sm:ms-auto">
      <select
        aria-label={t('filter.kind')}
        value={search.kind ?? ''}
        className={select}
        onChange={(event) => show({ kind: event.target.value })}
      >
        <option value="">{t('filter.all_kinds')}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('filter.person')}
        value={search.person ?? ''}
        className={select}
        onChange={(event) => show({ person: event.target.value })}
      >
        <option value="">{t('filter.all_people')}</option>
        {people.map((person) => (
          <option key={person} value={person}>
            {who(person)}
          </option>
        ))}
      </select>
    </div>
  )
}
