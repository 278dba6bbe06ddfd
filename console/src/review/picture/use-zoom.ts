import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Box, Point } from '../geometry.ts'
import { ZOOM_MAX } from '../review-search.ts'

/** What others may ask of the picture. */
export type StageControl = {
  zoomBy: (factor: number) => void
  panBy: (dx: number, dy: number) => void
  fit: () => void
}

type Size = { width: number; height: number }
/** Zoom over the fitted size, and the left upper corner of the picture in the stage. */
type Look = { zoom: number; x: number; y: number }

const MARGIN = 0.96
/** A damage that is jumped to fills so much of the stage. */
const FILL = 0.3

/** When the hand rests, everything is drawn again in its new size. */
const SETTLE_MS = 120

/**
 * While the hand moves the sheet is moved and scaled as it is, which costs next to nothing. When it rests the sheet gets
 * its size, so that outlines keep their width and the picture is sharp.
 */
export function useZoom(
  stage: RefObject<HTMLDivElement | null>,
  sheet: RefObject<HTMLDivElement | null>,
  picture: Size,
  startZoom: number,
) {
  const look = useRef<Look>({ zoom: startZoom, x: 0, y: 0 })
  const size = useRef<Size>({ width: 0, height: 0 })
  const [zoom, setZoom] = useState(startZoom)

  const fitScale = useCallback(() => {
    const { width, height } = size.current
    return Math.max(Math.min(width / picture.width, height / picture.height) * MARGIN, 0.001)
  }, [picture.width, picture.height])

  const settled = useRef({ scale: 1, timer: undefined as ReturnType<typeof setTimeout> | undefined })

  const settle = useCallback(() => {
    clearTimeout(settled.current.timer)
    const { zoom, x, y } = look.current
    const scale = fitScale() * zoom
    settled.current.scale = scale
    const style = sheet.current?.style
    if (!style) return
    style.transform = `translate(${x}px, ${y}px)`
    style.width = `${picture.width * scale}px`
    style.height = `${picture.height * scale}px`
    style.willChange = 'auto'
    style.setProperty('--scale', String(scale))
    setZoom(zoom)
  }, [fitScale, picture.width, picture.height, sheet])

  const move = useCallback(
    (wanted: Look) => {
      const scale = fitScale() * wanted.zoom
      const x = holdInside(wanted.x, picture.width * scale, size.current.width)
      const y = holdInside(wanted.y, picture.height * scale, size.current.height)
      look.current = { zoom: wanted.zoom, x, y }
      const style = sheet.current?.style
      if (!style) return
      style.willChange = 'transform'
      style.transform = `translate(${x}px, ${y}px) scale(${scale / settled.current.scale})`
      clearTimeout(settled.current.timer)
      settled.current.timer = setTimeout(settle, SETTLE_MS)
    },
    [fitScale, picture.width, picture.height, sheet, settle],
  )

  const apply = useCallback(
    (wanted: Look) => {
      move(wanted)
      settle()
    },
    [move, settle],
  )

  const zoomAt = useCallback(
    (factor: number, [px, py]: Point) => {
      const { zoom, x, y } = look.current
      const next = Math.min(Math.max(zoom * factor, 1), ZOOM_MAX)
      const by = next / zoom
      move({ zoom: next, x: px - (px - x) * by, y: py - (py - y) * by })
    },
    [move],
  )

  const show = useCallback(
    ({ xmin, ymin, width, height }: Box) => {
      const { width: w, height: h } = size.current
      const wanted = Math.min((w * FILL) / Math.max(width, 1), (h * FILL) / Math.max(height, 1)) / fitScale()
      const zoom = Math.min(Math.max(wanted, 1), ZOOM_MAX)
      const scale = fitScale() * zoom
      apply({ zoom, x: w / 2 - (xmin + width / 2) * scale, y: h / 2 - (ymin + height / 2) * scale })
    },
    [apply, fitScale],
  )

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => {
      const before = { ...size.current, scale: fitScale() }
      size.current = { width: element.clientWidth, height: element.clientHeight }
      const { zoom, x, y } = look.current
      if (before.width === 0) return apply(look.current)
      // What was in the middle stays there.
      const grown = fitScale() / before.scale
      apply({
        zoom,
        x: size.current.width / 2 - (before.width / 2 - x) * grown,
        y: size.current.height / 2 - (before.height / 2 - y) * grown,
      })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [stage, apply, fitScale])

  return useMemo(() => {
    const middle = (): Point => [size.current.width / 2, size.current.height / 2]
    return {
      zoom,
      zoomAt,
      show,
      panBy: (dx: number, dy: number) =>
        move({ ...look.current, x: look.current.x + dx, y: look.current.y + dy }),
      zoomBy: (factor: number) => {
        zoomAt(factor, middle())
        settle()
      },
      fit: () => apply({ zoom: 1, x: 0, y: 0 }),
    }
  }, [zoom, zoomAt, show, apply, move, settle])
}

/** In the middle while it is smaller than the stage; else without a gap beside it. */
function holdInside(offset: number, length: number, room: number): number {
  if (length <= room) return (room - length) / 2
  return Math.min(Math.max(offset, room - length - room / 4), room / 4)
}
