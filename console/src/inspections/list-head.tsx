import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { COLUMNS, WIDE_ONLY } from './inspection-row.tsx'
import { choose, chooseNone } from './list-store.ts'

type Props = { ids: readonly string[]; chosen: ReadonlySet<string>; canChoose: boolean }

/** Stays in sight while the rows go by. */
export function ListHead({ ids, chosen, canChoose }: Props) {
  const { t } = useTranslation('list')
  const areAll = ids.length > 0 && ids.every((id) => chosen.has(id))
  const head = (name: string, className?: string) => (
    <th scope="col" className={classes('whitespace-nowrap font-medium', className ?? 'text-start')}>
      {t(`column.${name}`)}
    </th>
  )
  return (
    <thead className="sticky top-0 z-20 block rounded-t-panel bg-panel">
      <tr aria-rowindex={1} className={classes(COLUMNS, 'h-10 border-line border-b px-2 text-quiet text-sm')}>
        <th scope="col" aria-label={t('column.choose')}>
          {canChoose ? (
            <label className="grid size-10 cursor-pointer place-items-center">
              <input
                type="checkbox"
                aria-label={t('choose.all')}
                checked={areAll}
                ref={(input) => {
                  if (input) input.indeterminate = !areAll && chosen.size > 0
                }}
                onChange={() => (areAll ? chooseNone() : choose(ids))}
                className="size-4 accent-accent"
              />
            </label>
          ) : null}
        </th>
        {head('vehicle')}
        {head('status')}
        {head('pictures', classes('text-end', WIDE_ONLY))}
        {head('damages', 'text-end')}
        {head('estimate', 'text-end')}
        {head('created', classes('text-end', WIDE_ONLY))}
        <th scope="col" aria-label={t('column.open')} />
      </tr>
    </thead>
  )
}
