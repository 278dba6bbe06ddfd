import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { useEditScope } from '../../review/review-context.ts'
import type { Finding } from '../../review/review-model.ts'
import { CostCell, OperationCell, PartCell, SeverityCell, SizeCell, TypeCell } from './cells.tsx'
import { useDamageScope } from './damage-context.ts'
import type { DamagesSearch, Sort } from './damages-search.ts'
import { OriginCell, StateCell } from './decision-cell.tsx'
import { PictureLinks } from './picture-links.tsx'
import { RowActions } from './row-actions.tsx'
import { RowChoice, RowNumber } from './row-head.tsx'

const cell = 'px-1.5 first:ps-3 py-1.5 text-start align-middle'
const END: readonly Sort[] = ['cost', 'size']

type Props = { findings: readonly Finding[]; search: DamagesSearch }

export function DamageTable({ findings, search }: Props) {
  const { t } = useTranslation('damages')
  const { mayWrite, chosen, choose } = useDamageScope()
  const areAllChosen = findings.length > 0 && findings.every(({ id }) => chosen.has(id))
  return (
    <section aria-label={t('title')} className="overflow-x-auto rounded-panel border border-line bg-panel">
      <table className="w-full">
        <thead className="border-line border-b bg-raised text-quiet text-sm">
          <tr>
            {mayWrite ? (
              <th scope="col" className="w-9 ps-2">
                <label className="grid size-7 cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    aria-label={t('choose_all')}
                    className="size-4.5 accent-(--accent)"
                    checked={areAllChosen}
                    onChange={(event) =>
                      choose(
                        findings.map(({ id }) => id),
                        event.target.checked,
                      )
                    }
                  />
                </label>
              </th>
            ) : null}
            <SortHead sort="number" search={search} />
            <SortHead sort="part" search={search} />
            <SortHead sort="type" search={search} />
            <SortHead sort="severity" search={search} />
            <SortHead sort="operation" search={search} />
            <SortHead sort="cost" search={search} />
            <SortHead sort="size" search={search} />
            <SortHead sort="confidence" search={search} />
            <SortHead sort="state" search={search} />
            <th scope="col" className={classes(cell, 'font-medium')}>
              {t('column.pictures')}
            </th>
            {mayWrite ? (
              <th scope="col" className={classes(cell, 'w-20 pe-2 text-end font-medium')}>
                {t('column.decide')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {findings.map((finding) => (
            <Row key={finding.id} finding={finding} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ finding }: { finding: Finding }) {
  const { mayWrite, chosen } = useDamageScope()
  const isGhost = finding.state === 'rejected'
  return (
    <tr
      className={classes(
        'border-line border-b last:border-b-0 focus-within:bg-chosen',
        chosen.has(finding.id) && 'bg-chosen',
        isGhost && 'text-quiet [&_[data-struck]]:line-through',
      )}
    >
      {mayWrite ? (
        <td className="py-1.5 ps-2 align-middle">
          <RowChoice finding={finding} />
        </td>
      ) : null}
      <th scope="row" className={classes(cell, 'font-normal')}>
        <RowNumber finding={finding} />
      </th>
      <td className={cell} data-struck>
        <PartCell finding={finding} />
      </td>
      <td className={cell} data-struck>
        <TypeCell finding={finding} />
      </td>
      <td className={cell}>
        <SeverityCell finding={finding} />
      </td>
      <td className={cell}>
        <OperationCell finding={finding} />
      </td>
      <td className={classes(cell, 'w-24 text-end tabular-nums')}>
        <CostCell finding={finding} />
      </td>
      <td className={classes(cell, 'w-20 text-end tabular-nums')}>
        <SizeCell finding={finding} />
      </td>
      <td className={classes(cell, 'whitespace-nowrap')}>
        <OriginCell finding={finding} />
      </td>
      <td className={cell}>
        <StateCell finding={finding} />
      </td>
      <td className={cell}>
        <PictureLinks finding={finding} />
      </td>
      {mayWrite ? (
        <td className={classes(cell, 'pe-2')}>
          <RowActions finding={finding} />
        </td>
      ) : null}
    </tr>
  )
}

type HeadProps = { sort: Sort; search: DamagesSearch }

function SortHead({ sort, search }: HeadProps) {
  const isSorted = (search.sort ?? 'number') === sort
  const direction = search.order === 'desc' ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      aria-sort={isSorted ? direction : undefined}
      className={classes(cell, 'font-medium', END.includes(sort) && 'text-end')}
    >
      <SortLink sort={sort} search={search} />
    </th>
  )
}

/** The same again turns the order around. */
function SortLink({ sort, search: { sort: sorted = 'number', order, ...search } }: HeadProps) {
  const { t } = useTranslation('damages')
  const { review } = useEditScope()
  const isSorted = sorted === sort
  const isTurned = isSorted && order !== 'desc'
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <Link
      to="/inspections/$inspectionId/damages"
      params={{ inspectionId: review.id }}
      search={{
        ...search,
        ...(sort === 'number' ? {} : { sort }),
        ...(isTurned ? { order: 'desc' as const } : {}),
      }}
      replace
      resetScroll={false}
      className="inline-flex min-h-7 items-center gap-1 whitespace-nowrap rounded-control px-1.5 hover:text-ink"
    >
      {t(`column.${sort}`)}
      {isSorted ? <Arrow aria-hidden className="size-3.5" /> : null}
    </Link>
  )
}
