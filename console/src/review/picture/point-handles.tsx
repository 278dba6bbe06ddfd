import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clampPoint, type Point, pathOf } from '../geometry.ts'
import type { Picture } from '../pictures.ts'
import { useReviewScope, useScreen } from '../review-context.ts'

type Props = { picture: Picture; placeOf: (event: { clientX: number; clientY: number }) => Point }

const STEPS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Arrow keys come many at a time; the shape is saved when they rest. */
const REST_MS = 700

/** The points of one shape as buttons: dragged, or moved with the arrow keys. */
export function PointHandles({ picture, placeOf }: Props) {
  const { t } = useTranslation('review')
  const { screen, actions } = useReviewScope()
  const edited = useScreen((state) => state.edited)
  const first = useRef<SVGGElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    first.current?.focus()
    return () => clearTimeout(timer.current)
  }, [])
  if (!edited) return null
  const { viewId } = edited

  const write = (polygons: readonly (readonly Point[])[]) =>
    screen.setState({ edited: { viewId, polygons, isChanged: true } })
  const save = () => {
    const now = screen.getState().edited
    actions.commitEdited()
    // The handles stay for the next change.
    if (now) screen.setState({ edited: { ...now, isChanged: false } })
  }
  const saveSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, REST_MS)
  }
  const change = (at: number, make: (points: readonly Point[]) => Point[]) => {
    const polygons = screen.getState().edited?.polygons ?? []
    write(polygons.map((points, n) => (n === at ? make(points) : points)))
  }
  const move = (at: number, n: number, to: Point) =>
    change(at, (points) => points.map((point, i) => (i === n ? clampPoint(to, picture) : point)))
  const remove = (at: number, n: number) => {
    change(at, (points) => (points.length > 3 ? points.filter((_, i) => i !== n) : [...points]))
    saveSoon()
  }
  const add = (at: number, n: number, point: Point) => {
    change(at, (points) => points.toSpliced(n + 1, 0, point))
    saveSoon()
  }
  const onKeyDown =
    (at: number, n: number, [x, y]: Point) =>
    (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
      if (!step && !isRemoval) return
      event.preventDefault()
      event.stopPropagation()
      if (isRemoval) return remove(at, n)
      const far = event.shiftKey ? 10 : 1
      move(at, n, [x + (step?.[0] ?? 0) * far, y + (step?.[1] ?? 0) * far])
      saveSoon()
    }

  const path = pathOf(edited.polygons)
  return (
    <g>
      <path
        d={path}
        fill="#1d4ed8"
        fillOpacity={0.12}
        stroke="#fff"
        strokeWidth={6}
        vectorEffect="non-scaling-stroke"
      />
      <path d={path} fill="none" stroke="#1d4ed8" strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
      {edited.polygons.map((points, at) =>
        points.map((point, n) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a point has no name but its place
            key={`edge ${at} ${n}`}
            d={`M${point.join(' ')}L${(points[(n + 1) % points.length] ?? point).join(' ')}`}
            stroke="transparent"
            strokeWidth={14}
            vectorEffect="non-scaling-stroke"
            className="cursor-copy"
            onPointerDown={(event) => event.stopPropagation()}
            onPointerUp={(event) => {
              event.stopPropagation()
              add(at, n, placeOf(event))
            }}
          />
        )),
      )}
      {edited.polygons.map((points, at) =>
        points.map(([x, y], n) => (
          // biome-ignore lint/a11y/useSemanticElements: there is no button inside of a drawing
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: a point has no name but its place
            key={`point ${at} ${n}`}
            ref={at === 0 && n === 0 ? first : undefined}
            role="button"
            tabIndex={0}
            aria-label={t('points.name', { number: n + 1, count: points.length })}
            className="group cursor-move outline-none"
            style={{ transform: `translate(${x}px, ${y}px) scale(calc(1 / var(--scale, 1)))` }}
            onKeyDown={onKeyDown(at, n, [x, y])}
            onPointerDown={(event) => {
              event.stopPropagation()
              event.currentTarget.setPointerCapture(event.pointerId)
            }}
            onPointerMove={(event) => {
              if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
              event.stopPropagation()
              move(at, n, placeOf(event))
            }}
            onPointerUp={(event) => {
              event.stopPropagation()
              save()
            }}
          >
            <circle r={14} fill="transparent" />
            <circle
              r={7}
              fill="#fff"
              stroke="#1d4ed8"
              strokeWidth={2.5}
              className="group-focus-visible:fill-[#1d4ed8] group-focus-visible:stroke-white"
            />
          </g>
        )),
      )}
    </g>
  )
}
