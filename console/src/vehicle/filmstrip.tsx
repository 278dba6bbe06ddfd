import { Link } from '@tanstack/react-router'
import type { PartType } from '@walkaround/sdk'
import { ImageOff, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { countsOf } from '../compare/compare-model.ts'
import { VerdictChip, VerdictGlyph } from '../compare/verdict-mark.tsx'
import { classes } from '../look/class-names.ts'
import { useLabels } from '../look/use-labels.ts'
import { PartCrop } from './part-crop.tsx'
import { type Column, verdictOf } from './timeline-model.ts'

export type Focus = { row: number; column: number }

type Props = {
  columns: readonly Column[]
  parts: readonly PartType[]
  chosen: readonly string[]
  focus: Focus
  onChoose: (id: string) => void
  onOpen: (at: Focus) => void
}

/** Time runs from left to right in every language: the pictures of a panel are read like a film. */
export function Filmstrip({ columns, parts, chosen, focus, onChoose, onOpen }: Props) {
  const { t } = useTranslation('vehicle')
  const labels = useLabels()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={t('timeline')} className="min-w-0 overflow-x-auto" dir="ltr">
      <table className="border-separate border-spacing-x-1.5 border-spacing-y-0">
        <thead>
          <tr>
            <td />
            {columns.map((column, n) => (
              <td key={column.entry.id} className="w-64 min-w-44 pb-1 text-center">
                {n > 0 ? <Between column={column} /> : null}
              </td>
            ))}
          </tr>
          <tr>
            <td className="min-w-28" />
            {columns.map((column) => (
              <Head
                key={column.entry.id}
                column={column}
                isChosen={chosen.includes(column.entry.id)}
                onChoose={() => onChoose(column.entry.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part, row) => (
            <tr key={part}>
              <th scope="row" className="sticky start-0 z-10 bg-page pe-2 text-start font-semibold">
                {labels.parts[part]}
              </th>
              {columns.map((column, n) => (
                <Cell
                  key={column.entry.id}
                  column={column}
                  part={part}
                  isChosen={chosen.includes(column.entry.id)}
                  isFocused={focus.row === row && focus.column === n}
                  onOpen={() => onOpen({ row, column: n })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length === 0 ? <p className="p-6 text-center text-quiet">{t('no_panels')}</p> : null}
    </section>
  )
}

/** The days between two inspections, and what was new after them. */
function Between({ column: { compared, days } }: { column: Column }) {
  const { t } = useTranslation('vehicle')
  const time = t('days', { count: days ?? 0 })
  if (!compared) return <span className="text-quiet text-sm">{time}</span>
  const counts = countsOf(compared.places)
  const told = (['new', 'worsened'] as const).filter((verdict) => counts[verdict] > 0)
  return (
    <Link
      to="/compare/$comparisonId"
      params={{ comparisonId: compared.id }}
      search={{}}
      className="inline-flex min-h-7 items-center gap-2 rounded-control border border-line bg-panel px-2 text-sm hover:bg-raised max-lg:min-h-[44px]"
    >
      {time}
      {told.map((verdict) => (
        <span key={verdict} className="inline-flex items-center gap-1 font-semibold text-change">
          <VerdictGlyph verdict={verdict} />
          {t(`count.${verdict}`, { count: counts[verdict] })}
        </span>
      ))}
      {told.length === 0 ? (
        <span className="text-quiet">{t(compared.status === 'DONE' ? 'nothing_new' : 'running')}</span>
      ) : null}
    </Link>
  )
}

type HeadProps = { column: Column; isChosen: boolean; onChoose: () => void }

function Head({ column: { entry, seen }, isChosen, onChoose }: HeadProps) {
  const { t, i18n } = useTranslation('vehicle')
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  const day = entry.createdAt ? date.format(new Date(entry.createdAt)) : ''
  const kind = entry.inspectionType?.replaceAll('_', ' ')
  const disagreements = entry.disagreements ?? []
  return (
    <th
      scope="col"
      className={classes(
        'rounded-t-panel border border-line border-b-0 bg-panel p-2.5 text-start align-top font-normal',
        isChosen && 'border-accent border-t-3 bg-chosen',
      )}
    >
      <span className="flex items-start justify-between gap-2">
        <Link
          to="/inspections/$inspectionId"
          params={{ inspectionId: entry.id }}
          className="font-semibold hover:underline"
        >
          {day}
        </Link>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={t('choose', { day })}
          onChange={onChoose}
          className="size-5 accent-accent"
        />
      </span>
      {kind ? <span className="block text-quiet first-letter:uppercase">{kind}</span> : null}
      <span className="block text-quiet text-sm">
        {seen
          ? `${t('pictures', { count: seen.pictures })} · ${t('damages', { count: seen.damages })}`
          : t('loading')}
      </span>
      {disagreements.length > 0 ? (
        <span className="mt-0.5 flex items-start gap-1 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {t('differs', { fields: disagreements.map((field) => t(`field.${field}`)).join(', ') })}
        </span>
      ) : null}
    </th>
  )
}

type CellProps = {
  column: Column
  part: PartType
  isChosen: boolean
  isFocused: boolean
  onOpen: () => void
}

function Cell({ column: { entry, seen, compared }, part, isChosen, isFocused, onOpen }: CellProps) {
  const { t, i18n } = useTranslation('vehicle')
  const labels = useLabels()
  const cell = useRef<HTMLTableCellElement>(null)
  useEffect(() => {
    if (isFocused) cell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isFocused])
  const sight = seen?.sights.get(part)
  const verdict = verdictOf(compared, part)
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  return (
    <td
      ref={cell}
      className={classes(
        'w-64 min-w-44 border-line border-x bg-panel p-1 align-middle',
        isChosen && 'border-accent',
      )}
    >
      {sight ? (
        <button
          type="button"
          onClick={onOpen}
          className={classes(
            'relative block h-28 w-full overflow-hidden rounded-control bg-surround',
            isFocused && 'outline-2 outline-accent outline-offset-1',
          )}
        >
          <PartCrop
            sight={sight}
            label={t('cell', {
              part: labels.parts[part],
              day: entry.createdAt ? day.format(new Date(entry.createdAt)) : '',
            })}
          />
          <span className="absolute bottom-1.5 left-1.5">
            {verdict ? (
              <VerdictChip verdict={verdict} />
            ) : seen?.damaged.has(part) ? (
              <span className="rounded-full bg-[#0f172a]/85 px-2 py-px font-semibold text-sm text-white">
                {t('damaged')}
              </span>
            ) : null}
          </span>
        </button>
      ) : (
        <span
          className={classes(
            'flex h-28 items-center justify-center gap-1.5 rounded-control bg-[repeating-linear-gradient(-45deg,transparent_0_11px,var(--line)_11px_12px)] bg-raised text-quiet text-sm',
            isFocused && 'outline-2 outline-accent outline-offset-1',
          )}
        >
          <ImageOff aria-hidden className="size-4" />
          {seen ? t('no_picture') : t('loading')}
        </span>
      )}
    </td>
  )
}
