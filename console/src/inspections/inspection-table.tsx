import { Link } from '@tanstack/react-router'
import type { Entities, Inspection, InspectionStatus, Page } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'

const STATUS_LOOK: Record<InspectionStatus, string> = {
  NOT_STARTED: 'border border-line',
  IN_PROGRESS: 'bg-chosen',
  DONE: 'bg-minor text-on-minor',
  ERROR: 'bg-severe text-on-severe',
  VALIDATED: 'border border-good text-good',
}
const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const cell = 'px-3 py-2 text-start align-middle'

type Props = { pages: readonly Page[]; isLoading: boolean; isFiltered: boolean }

export function InspectionTable({ pages, isLoading, isFiltered }: Props) {
  const { t } = useTranslation('list')
  const rows = pages.flatMap(({ entities, result }) =>
    result.flatMap((id) => {
      const inspection = entities.inspections[id]
      return inspection ? [{ inspection, entities }] : []
    }),
  )
  if (!isLoading && rows.length === 0)
    return (
      <p className="rounded-panel border border-line bg-panel p-8 text-center text-quiet">
        {isFiltered ? t('none_found') : t('none')}
      </p>
    )
  return (
    <div className="overflow-x-auto rounded-panel border border-line bg-panel" aria-busy={isLoading}>
      <table className="w-full">
        <thead className="border-line border-b text-quiet text-sm">
          <tr>
            {['vehicle', 'plate', 'status', 'pictures', 'damages', 'estimate', 'created'].map((name) => (
              <th
                key={name}
                scope="col"
                className={classes(
                  cell,
                  'font-medium',
                  (name === 'pictures' || name === 'estimate' || name === 'created') && 'max-md:hidden',
                )}
              >
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isLoading
            ? SKELETONS.map((name) => <SkeletonRow key={name} />)
            : rows.map((row) => <Row key={row.inspection.id} {...row} />)}
        </tbody>
      </table>
    </div>
  )
}

function Row({ inspection, entities }: { inspection: Inspection; entities: Entities }) {
  const { t, i18n } = useTranslation('list')
  const vehicle = inspection.vehicle ? entities.vehicles[inspection.vehicle] : undefined
  const name = [vehicle?.brand, vehicle?.model].filter(Boolean).join(' ') || t('unnamed')
  const damages = (inspection.damages ?? []).filter((id) => !entities.damages[id]?.deletedAt)
  const prices = Object.values(entities.pricings).filter(
    (price) => price.inspectionId === inspection.id && !price.deletedAt && price.pricing != null,
  )
  const currency = prices[0]?.currency
  const total = prices.reduce((sum, price) => sum + (price.pricing ?? 0), 0)
  const money = currency
    ? new Intl.NumberFormat(i18n.language, { style: 'currency', currency }).format(total)
    : '–'
  const created = inspection.createdAt
    ? new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
        new Date(inspection.createdAt),
      )
    : '–'
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-raised">
      <td className={cell}>
        <Link
          to="/inspections/$inspectionId/review"
          params={{ inspectionId: inspection.id }}
          className="inline-flex min-h-6 items-center font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          {name}
        </Link>
      </td>
      <td className={cell}>{vehicle?.plate ?? '–'}</td>
      <td className={cell}>
        {inspection.status ? (
          <span
            className={classes(
              'inline-block rounded-full px-2 py-0.5 font-medium text-sm',
              STATUS_LOOK[inspection.status],
            )}
          >
            {t(`status.${inspection.status}`)}
          </span>
        ) : null}
      </td>
      <td className={classes(cell, 'tabular-nums max-md:hidden')}>{inspection.images?.length ?? 0}</td>
      <td className={classes(cell, 'tabular-nums')}>{damages.length}</td>
      <td className={classes(cell, 'tabular-nums max-md:hidden')}>{money}</td>
      <td className={classes(cell, 'whitespace-nowrap text-quiet max-md:hidden')}>{created}</td>
    </tr>
  )
}

function SkeletonRow() {
  return (
    <tr className="border-line border-b last:border-b-0">
      <td className={cell} colSpan={7}>
        <span className="block h-5 rounded-control bg-raised" />
      </td>
    </tr>
  )
}
