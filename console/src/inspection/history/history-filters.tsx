import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Select } from '../../look/controls.tsx'
import { useInspection } from '../inspection-context.ts'
import { useWho } from '../use-who.ts'
import { type HistorySearch, KINDS, readHistorySearch } from './history-search.ts'

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
      <Select
        size="dense"
        touch="lg"
        aria-label={t('filter.kind')}
        value={search.kind ?? ''}
        options={[
          { value: '', label: t('filter.all_kinds') },
          ...KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
        onValue={(kind) => show({ kind })}
      />
      <Select
        size="dense"
        touch="lg"
        aria-label={t('filter.person')}
        value={search.person ?? ''}
        options={[
          { value: '', label: t('filter.all_people') },
          ...people.map((person) => ({ value: person, label: who(person) })),
        ]}
        onValue={(person) => show({ person })}
      />
    </div>
  )
}
