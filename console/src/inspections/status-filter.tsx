import { useTranslation } from 'react-i18next'
import { buttonLook } from '../look/button-look.ts'
import { type Filter, STATUSES } from './list-search.ts'

type Props = {
  filter: Filter
  counts: { total: number; subCount: Record<string, number> } | undefined
  canSeeOthers: boolean
  onChange: (filter: Filter) => void
}

const look = `${buttonLook({ touch: 'md' })} shrink-0 aria-pressed:border-accent aria-pressed:bg-chosen aria-pressed:font-semibold`

/** How many there are in each state; pressing one shows only these. */
export function StatusFilter({ filter, counts, canSeeOthers, onChange }: Props) {
  const { t, i18n } = useTranslation('list')
  const shown = (count: number | undefined) =>
    count === undefined ? '–' : new Intl.NumberFormat(i18n.language).format(count)
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 max-md:w-[calc(100%+2rem)] md:flex-wrap">
      <legend className="sr-only">{t('filter')}</legend>
      {[undefined, ...STATUSES].map((status) => (
        <button
          key={status ?? 'all'}
          type="button"
          aria-pressed={filter.status === status}
          className={look}
          onClick={() => onChange({ ...filter, status })}
        >
          {t(`status.${status ?? 'all'}`)}
          <span className="font-normal text-quiet tabular-nums">
            {shown(counts && (status ? (counts.subCount[status] ?? 0) : counts.total))}
          </span>
        </button>
      ))}
      {canSeeOthers ? (
        <button
          type="button"
          aria-pressed={!!filter.own}
          className={`${look} md:ms-2`}
          onClick={() => onChange({ ...filter, own: filter.own ? undefined : true })}
        >
          {t('own')}
        </button>
      ) : null}
    </fieldset>
  )
}
