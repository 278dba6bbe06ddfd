import { Link } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { ChooseBox } from './choose-box.tsx'
import type { RowProps } from './inspection-row.tsx'
import { makeCurrent } from './list-store.ts'
import { RowProgress } from './row-progress.tsx'
import { useRowWords } from './row-words.ts'
import { StatusChip } from './status-chip.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { useDamageWord } from './use-damage-word.ts'

/** One inspection on a phone. */
export function InspectionCard({ row, at, place, ids, isChosen, canChoose }: RowProps) {
  const { t } = useTranslation('list')
  const words = useRowWords()
  const name = words.name(row)
  const params = { inspectionId: row.id }
  const cost = words.cost(row)
  const damages = useDamageWord(row)
  return (
    <li
      {...place}
      aria-posinset={at + 1}
      aria-setsize={-1}
      className={classes(
        'absolute inset-x-0 top-0 rounded-panel border border-line bg-panel p-3',
        isChosen && 'border-accent bg-chosen',
      )}
    >
      <div className="flex gap-3">
        <Thumbnail path={row.picture} className="h-14 w-19" />
        <div className="min-w-0 flex-1">
          <Link
            to="/inspections/$inspectionId"
            params={params}
            aria-label={name}
            data-row={row.id}
            onFocus={() => makeCurrent(row.id)}
            className="block truncate font-semibold text-base after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {row.plate ?? (row.vehicle || t('unnamed'))}
          </Link>
          <p className="truncate text-quiet">
            {row.plate ? row.vehicle || t('unnamed') : words.created(row, true)}
          </p>
        </div>
        {canChoose ? (
          <ChooseBox
            id={row.id}
            name={name}
            isChosen={isChosen}
            ids={ids}
            tabIndex={0}
            className="-me-2 -mt-2 size-[44px] shrink-0"
          />
        ) : null}
      </div>
      <div className="mt-2 flex min-h-[44px] items-center gap-3">
        <div className="min-w-0 flex-1">
          {row.status === 'IN_PROGRESS' ? <RowProgress id={row.id} /> : <StatusChip status={row.status} />}
          <p className="mt-1 truncate text-quiet text-sm">
            {[damages, cost, row.plate ? words.created(row, true) : null].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Link
          to="/inspections/$inspectionId/review"
          params={params}
          aria-label={t('review_of', { name })}
          className="relative z-10 inline-flex h-[44px] shrink-0 items-center gap-2 rounded-control border border-line bg-panel px-3 font-medium"
        >
          <ScanSearch aria-hidden className="size-4" />
          {t('review')}
        </Link>
      </div>
    </li>
  )
}
