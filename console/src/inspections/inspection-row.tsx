import { Link } from '@tanstack/react-router'
import { FileText, ScanSearch } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { ChooseBox } from './choose-box.tsx'
import { makeCurrent } from './list-store.ts'
import type { Row } from './row.ts'
import { RowProgress } from './row-progress.tsx'
import { useRowWords } from './row-words.ts'
import { StatusChip } from './status-chip.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { useDamageWord } from './use-damage-word.ts'

export const COLUMNS =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_13rem_4.5rem_7.5rem_8rem_9rem_8.5rem] items-center gap-x-3 max-xl:grid-cols-[2.5rem_minmax(0,1fr)_12rem_6rem_8rem_8.5rem]'
/** Columns that a smaller desk has no room for. */
export const WIDE_ONLY = 'max-xl:hidden'

/** Where the list puts a row, and how it measures it. */
export type Place = { ref: (element: Element | null) => void; style: CSSProperties; 'data-index': number }

export type RowProps = {
  row: Row
  at: number
  place: Place
  ids: readonly string[]
  isCurrent: boolean
  isChosen: boolean
  canChoose: boolean
}

const review =
  'relative z-10 inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-panel px-2.5 font-medium text-sm hover:bg-raised'

/** One inspection at a desk. The whole row is its link; what lies over it is reached first. */
export function InspectionRow({ row, at, place, ids, isCurrent, isChosen, canChoose }: RowProps) {
  const { t } = useTranslation('list')
  const words = useRowWords()
  const name = words.name(row)
  const params = { inspectionId: row.id }
  const damages = useDamageWord(row)
  const tabIndex = isCurrent ? 0 : -1
  return (
    <tr
      {...place}
      aria-rowindex={at + 2}
      className={classes(
        COLUMNS,
        'absolute inset-x-0 top-0 h-15 border-line border-t px-2 hover:bg-raised',
        at === 0 && 'border-t-transparent',
        isChosen && 'bg-chosen hover:bg-chosen',
        isCurrent && 'shadow-[inset_3px_0_0_var(--accent)] rtl:shadow-[inset_-3px_0_0_var(--accent)]',
      )}
    >
      <td>
        {canChoose ? (
          <ChooseBox
            id={row.id}
            name={name}
            isChosen={isChosen}
            ids={ids}
            tabIndex={tabIndex}
            className="size-10"
          />
        ) : null}
      </td>
      <td className="flex min-w-0 items-center gap-3">
        <Thumbnail path={row.picture} className="h-11 w-15" />
        <span className="min-w-0">
          <Link
            to="/inspections/$inspectionId"
            params={params}
            aria-label={name}
            data-row={row.id}
            tabIndex={tabIndex}
            onFocus={() => makeCurrent(row.id)}
            className="block truncate font-semibold outline-offset-0 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
          >
            {row.plate ?? (row.vehicle || t('unnamed'))}
          </Link>
          <span className="flex gap-2 text-quiet">
            {row.plate ? <span className="truncate">{row.vehicle || t('unnamed')}</span> : null}
            {row.vin ? <span className="truncate max-xl:hidden">{row.vin}</span> : null}
          </span>
        </span>
      </td>
      <td className="flex flex-col items-start gap-1">
        {row.status === 'IN_PROGRESS' ? <RowProgress id={row.id} /> : <StatusChip status={row.status} />}
      </td>
      <td className={classes('text-end tabular-nums', WIDE_ONLY)}>{row.pictures}</td>
      <td className="text-end tabular-nums">
        {row.damages > 0 ? row.damages : <span className="text-quiet text-sm">{damages}</span>}
        {row.unchecked > 0 ? (
          <span className="block text-quiet text-sm">{t('unchecked', { count: row.unchecked })}</span>
        ) : null}
      </td>
      <td className="text-end tabular-nums">{words.cost(row) ?? <span className="text-quiet">–</span>}</td>
      <td className={classes('whitespace-nowrap text-end text-quiet', WIDE_ONLY)}>{words.created(row)}</td>
      <td className="flex items-center justify-end gap-1.5">
        {row.pdfUrl ? (
          <a
            href={row.pdfUrl}
            target="_blank"
            rel="noreferrer"
            tabIndex={tabIndex}
            aria-label={t('report_of', { name })}
            className="relative z-10 inline-flex size-8 items-center justify-center rounded-control text-quiet hover:bg-panel hover:text-ink"
          >
            <FileText aria-hidden className="size-4" />
          </a>
        ) : null}
        <Link
          to="/inspections/$inspectionId/review"
          params={params}
          tabIndex={tabIndex}
          aria-label={t('review_of', { name })}
          className={review}
        >
          <ScanSearch aria-hidden className="size-3.5" />
          {t('review')}
        </Link>
      </td>
    </tr>
  )
}
