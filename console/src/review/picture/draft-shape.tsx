import { useEffect, useState } from 'react'
import { boxOf, cornersOf, type Point, pathOf } from '../geometry.ts'
import type { Picture } from '../pictures.ts'
import { useScreen } from '../review-context.ts'

type Props = { picture: Picture; placeOf: (event: { clientX: number; clientY: number }) => Point }

/** The shape that is being drawn, with a line to where the next point would go. */
export function DraftShape({ picture, placeOf }: Props) {
  const [draft, cursor, tool] = [
    useScreen((state) => state.draft),
    useScreen((state) => state.cursor),
    useScreen((state) => state.tool),
  ]
  const [pointer, setPointer] = useState<Point | null>(null)
  useEffect(() => {
    const onMove = (event: PointerEvent) => setPointer(placeOf(event))
    addEventListener('pointermove', onMove)
    return () => removeEventListener('pointermove', onMove)
  }, [placeOf])
  const next = cursor ?? pointer
  const points = next ? [...draft, next] : draft
  const [first] = draft
  const path =
    tool === 'box' && first && next
      ? pathOf([cornersOf(boxOf([first, next]))])
      : points.length > 1
        ? `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`
        : ''
  return (
    <g pointerEvents="none" fill="none">
      <path d={path} stroke="#fff" strokeWidth={5} vectorEffect="non-scaling-stroke" />
      <path d={path} stroke="#1d4ed8" strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
      {draft.map(([x, y]) => (
        <Dot key={`${x} ${y}`} at={[x, y]} />
      ))}
      {cursor ? <Crosshair at={cursor} picture={picture} /> : null}
    </g>
  )
}

const placeAt = ([x, y]: Point) => ({
  transform: `translate(${x}px, ${y}px) scale(calc(1 / var(--scale, 1)))`,
})

function Dot({ at }: { at: Point }) {
  return (
    <g style={placeAt(at)}>
      <circle r={6} fill="#fff" stroke="#1d4ed8" strokeWidth={2.5} />
    </g>
  )
}

function Crosshair({ at: [x, y], picture }: { at: Point; picture: Picture }) {
  const path = `M0 ${y}H${picture.width}M${x} 0V${picture.height}`
  return (
    <>
      <path d={path} stroke="#fff" strokeWidth={3} vectorEffect="non-scaling-stroke" />
      <path d={path} stroke="#1d4ed8" strokeWidth={1} vectorEffect="non-scaling-stroke" />
    </>
  )
}
