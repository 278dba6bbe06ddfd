import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Point } from '../geometry.ts'

type Zoom = { zoomAt: (factor: number, point: Point) => void; panBy: (dx: number, dy: number) => void }
const WHEEL_SPEED = 0.0015

/** Wheel and pinch zoom at the pointer; the middle button, the space bar or an empty place pans. */
export function useGestures(
  stage: RefObject<HTMLDivElement | null>,
  zoom: Zoom,
  { canPan, onTap }: { canPan: boolean; onTap: (event: PointerEvent) => void },
) {
  const pointers = useRef(new Map<number, Point>())
  const hasMoved = useRef(false)
  const isSpaceDown = useRef(false)

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoom.zoomAt(Math.exp(-event.deltaY * WHEEL_SPEED), pointIn(stage.current, event))
  })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    // React listens passively, and the page would scroll along.
    const listen = (event: WheelEvent) => onWheel(event)
    element.addEventListener('wheel', listen, { passive: false })
    return () => element.removeEventListener('wheel', listen)
  }, [stage])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === ' ') isSpaceDown.current = event.type === 'keydown'
    }
    addEventListener('keydown', onKey)
    addEventListener('keyup', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('keyup', onKey)
    }
  }, [])

  return {
    onPointerDown: (event: PointerEvent) => {
      hasMoved.current = false
      const pans = canPan || event.button === 1 || isSpaceDown.current || pointers.current.size > 0
      if (event.button === 1) event.preventDefault()
      if (pans || event.pointerType === 'touch')
        pointers.current.set(event.pointerId, pointIn(stage.current, event))
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = pointIn(stage.current, event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      if (Math.hypot(now[0] - before[0], now[1] - before[1]) > 2) hasMoved.current = true
      if (!other) return zoom.panBy(now[0] - before[0], now[1] - before[1])
      const factor = distance(now, other) / Math.max(distance(before, other), 1)
      zoom.zoomAt(factor, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2])
    },
    onPointerUp: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId)
      if (!hasMoved.current && event.button === 0 && !isSpaceDown.current) onTap(event)
    },
    onPointerCancel: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId)
    },
    onPointerLeave: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId)
    },
  }
}

function pointIn(element: Element | null, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const box = element?.getBoundingClientRect()
  return [clientX - (box?.left ?? 0), clientY - (box?.top ?? 0)]
}

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by)
