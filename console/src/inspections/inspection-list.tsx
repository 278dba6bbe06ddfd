import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { InspectionCard } from './inspection-card.tsx'
import { InspectionRow } from './inspection-row.tsx'
import { ListHead } from './list-head.tsx'
import { useListStore } from './list-store.ts'
import type { Row } from './row.ts'
import { useHasTable } from './use-has-table.ts'

/** Pixels, as they are drawn; a row that turns out otherwise is measured. */
const ROW_PX = 53
const CARD_PX = 138
/** How near the end the next page is asked for. */
const AHEAD = 15

export type ListControl = { show: (at: number) => void }

type Props = {
  rows: readonly Row[]
  total: number | undefined
  isOld: boolean
  canChoose: boolean
  hasMore: boolean
  onMore: () => void
  control: RefObject<ListControl | null>
}

/** Only the rows on the screen exist, so ten thousand cost what twenty do. */
export function InspectionList({ rows, total, isOld, canChoose, hasMore, onMore, control }: Props) {
  const { t } = useTranslation('list')
  const hasTable = useHasTable()
  const box = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  // What stands above may grow or wrap at any time.
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(box.current.getBoundingClientRect().top + scrollY)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (hasTable ? ROW_PX : CARD_PX),
    getItemKey: (at) => rows[at]?.id ?? at,
    overscan: 8,
    gap: hasTable ? 0 : 8,
    scrollMargin: top,
    // Bars that stay on the screen must not hide the row that has the focus.
    scrollPaddingStart: 48,
    scrollPaddingEnd: 96,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other heights
  useEffect(() => virtual.measure(), [hasTable])
  useImperativeHandle(control, () => ({ show: (at) => virtual.scrollToIndex(at) }), [virtual])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const askForMore = useEffectEvent(onMore)
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) askForMore()
  }, [hasMore, last, rows.length])

  const ids = rows.map((row) => row.id)
  const current = useListStore((state) => state.current)
  const chosen = useListStore((state) => state.chosen)
  const currentId = current && ids.includes(current) ? current : ids[0]
  const One = hasTable ? InspectionRow : InspectionCard
  const shown = items.map(({ index, start }) => {
    const row = rows[index]
    return row ? (
      <One
        key={row.id}
        place={{
          ref: virtual.measureElement,
          style: { transform: `translateY(${start - top}px)` },
          'data-index': index,
        }}
        row={row}
        at={index}
        ids={ids}
        isCurrent={row.id === currentId}
        isChosen={chosen.has(row.id)}
        canChoose={canChoose}
      />
    ) : null
  })
  const height = { height: virtual.getTotalSize() }
  const look = classes('relative block', isOld && 'opacity-60')
  if (!hasTable)
    return (
      <div
        ref={(element) => {
          box.current = element
        }}
      >
        <ol aria-label={t('title')} aria-busy={isOld} className={look} style={height}>
          {shown}
        </ol>
      </div>
    )
  return (
    <table
      aria-label={t('title')}
      aria-rowcount={(total ?? rows.length) + 1}
      className="block rounded-panel border border-line bg-panel"
    >
      <ListHead ids={ids} chosen={chosen} canChoose={canChoose} />
      <tbody
        ref={(element) => {
          box.current = element
        }}
        aria-busy={isOld}
        className={classes(look, 'overflow-clip rounded-b-panel')}
        style={height}
      >
        {shown}
      </tbody>
    </table>
  )
}
