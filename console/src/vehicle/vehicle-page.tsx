import { ArrowLeftRight, History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateComparison } from '../compare/use-create-comparison.ts'
import { PageError } from '../frame/page-error.tsx'
import { useInspection } from '../inspection/inspection-context.ts'
import { useMay } from '../inspection/use-may.ts'
import { Button } from '../look/button.tsx'
import { classes } from '../look/class-names.ts'
import { useKeys } from '../review/keys/use-keys.ts'
import { areLettersSavedOff } from '../review/screen-store.ts'
import { Filmstrip, type Focus } from './filmstrip.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { SightDialog } from './sight-dialog.tsx'
import { partsOf, ROW_FILTERS, type RowFilter } from './timeline-model.ts'
import { useTimeline } from './use-timeline.ts'

const COLUMNS = 5
const kbd = 'rounded border border-line bg-raised px-1 font-sans text-quiet text-xs'

/** The vehicle through time: its inspections side by side, and a filmstrip of every panel. */
export function VehiclePage() {
  const { t } = useTranslation('vehicle')
  const { inspectionId } = useInspection()
  const [shown, setShown] = useState(COLUMNS)
  const { columns, isPending, error, refetch, hidden } = useTimeline(inspectionId, shown)
  const mayCompare = useMay('update')
  const create = useCreateComparison()
  const [wanted, setFilter] = useState<RowFilter | null>(null)
  const [picked, setPicked] = useState<string[] | null>(null)
  const [focus, setFocus] = useState<Focus>({ row: 0, column: 0 })
  const [isLarge, setIsLarge] = useState(false)
  const rows = useMemo(() => partsOf(columns), [columns])
  const filter = wanted ?? (rows.changed.length > 0 ? 'changed' : 'all')
  const parts = rows[filter]
  // The newest two, unless somebody chose others.
  const chosen = picked ?? columns.slice(-2).map(({ entry }) => entry.id)
  const pair = columns.flatMap(({ entry }) => (chosen.includes(entry.id) ? entry.id : []))
  const [earlierInspectionId, laterInspectionId] = pair
  const compare = () => {
    if (mayCompare && earlierInspectionId && laterInspectionId && !create.isPending)
      create.mutate({ earlierInspectionId, laterInspectionId })
  }
  const choose = (id: string) =>
    setPicked(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2))
  const move = (row: number, column: number) =>
    setFocus((at) => ({
      row: Math.min(Math.max(at.row + row, 0), Math.max(parts.length - 1, 0)),
      column: Math.min(Math.max(at.column + column, 0), columns.length - 1),
    }))
  useKeys(
    [
      { name: 'earlier', keys: ['ArrowLeft'], group: 'all', run: () => move(0, -1) },
      { name: 'later', keys: ['ArrowRight'], group: 'all', run: () => move(0, 1) },
      { name: 'next', keys: ['j', 'ArrowDown'], group: 'all', run: () => move(1, 0) },
      { name: 'previous', keys: ['k', 'ArrowUp'], group: 'all', run: () => move(-1, 0) },
      { name: 'choose', keys: ['x'], group: 'all', run: () => choose(columns[focus.column]?.entry.id ?? '') },
      { name: 'enlarge', keys: [' '], group: 'all', run: () => setIsLarge(true) },
      { name: 'compare', keys: ['Enter'], group: 'all', run: compare },
    ],
    areLettersSavedOff(),
  )
  if (error && columns.length === 0) return <PageError error={error} reset={() => refetch()} />
  if (isPending)
    return (
      <div role="status" aria-label={t('loading')} className="p-4">
        <div className="h-96 rounded-panel bg-raised" />
      </div>
    )
  if (columns.length < 2) return <NothingYet inspectionId={inspectionId} mayCompare={mayCompare} />
  const [focusedPart, focusedColumn] = [parts[focus.row], columns[focus.column]]
  const sight = focusedPart ? focusedColumn?.seen?.sights.get(focusedPart) : undefined
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3 p-3 sm:p-4">
      <div className="flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is no field of a form */}
        <div role="group" aria-label={t('panels')} className="flex flex-wrap gap-2">
          {ROW_FILTERS.map((name) => (
            <Button
              key={name}
              aria-pressed={filter === name}
              onClick={() => {
                setFilter(name)
                setFocus({ row: 0, column: focus.column })
              }}
              className={classes('max-lg:min-h-[44px]', filter === name && 'border-accent bg-chosen')}
            >
              {t(`filter.${name}`)} <span className="text-quiet">{rows[name].length}</span>
            </Button>
          ))}
        </div>
        <p className="flex flex-wrap gap-x-3 text-quiet text-sm max-lg:hidden lg:ms-auto">
          <span>
            <kbd className={kbd}>← →</kbd> {t('keys.inspection')}
          </span>
          <span>
            <kbd className={kbd}>J K</kbd> {t('keys.panel')}
          </span>
          <span>
            <kbd className={kbd}>X</kbd> {t('keys.choose')}
          </span>
          <span>
            <kbd className={kbd}>Space</kbd> {t('keys.enlarge')}
          </span>
        </p>
        {mayCompare ? (
          <Button
            kind="main"
            className="max-lg:min-h-[44px] max-lg:ms-auto"
            disabled={pair.length !== 2 || create.isPending}
            onClick={compare}
          >
            <ArrowLeftRight aria-hidden className="size-4" />
            {t('compare')}
            <kbd className="rounded border border-current/40 px-1 font-sans text-xs max-lg:hidden">Enter</kbd>
          </Button>
        ) : null}
      </div>
      {hidden > 0 ? (
        <Button className="self-start max-lg:min-h-[44px]" onClick={() => setShown(shown + COLUMNS)}>
          <History aria-hidden className="size-4" />
          {t('older', { count: hidden })}
        </Button>
      ) : null}
      <Filmstrip
        columns={columns}
        parts={parts}
        chosen={chosen}
        focus={focus}
        onChoose={choose}
        onOpen={(at) => {
          setFocus(at)
          setIsLarge(true)
        }}
      />
      {isLarge && sight && focusedPart && focusedColumn ? (
        <SightDialog
          sight={sight}
          part={focusedPart}
          entry={focusedColumn.entry}
          onClose={() => setIsLarge(false)}
        />
      ) : null}
    </div>
  )
}
