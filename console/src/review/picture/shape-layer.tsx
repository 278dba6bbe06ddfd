import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../geometry.ts'
import type { Picture } from '../pictures.ts'
import { useEdits, useReviewScope, useScreen } from '../review-context.ts'
import type { Finding, Shape } from '../review-model.ts'
import { severityColors } from '../severity-look.ts'
import { useFindingName } from '../use-finding-name.ts'

/** Large shapes below, small ones above: the smallest under the pointer is the one that is meant. */
export const ShapeLayer = memo(function ShapeLayer({
  picture,
  isInert,
}: {
  picture: Picture
  isInert: boolean
}) {
  const { review, finding, actions } = useReviewScope()
  const edited = useScreen((state) => state.edited?.viewId)
  const editedId = useEdits(({ made }) => made[edited ?? '']?.viewId ?? edited)
  const nameOf = useFindingName()
  const { t } = useTranslation('review')
  const shown = review.findings
    .flatMap((one) => one.shapes.map((shape) => ({ one, shape })))
    .filter(({ shape }) => shape.imageId === picture.id && shape.viewId !== editedId)
    .toSorted((a, b) => b.shape.area - a.shape.area)
  return (
    <g pointerEvents={isInert ? 'none' : undefined}>
      {shown.map(({ one, shape }) => (
        <ShapeMark
          key={shape.viewId}
          shape={shape}
          label={one.label}
          state={one.state}
          level={one.level}
          isChosen={one.id === finding?.id}
          name={`${nameOf(one)}, ${t(`state.${one.state}`)}`}
          onChoose={() => actions.choose(one)}
        />
      ))}
    </g>
  )
})

type MarkProps = {
  shape: Shape
  label: string | null
  state: Finding['state']
  level: number | null
  isChosen: boolean
  name: string
  onChoose: () => void
}

function ShapeMark({ shape, label, state, level, isChosen, name, onChoose }: MarkProps) {
  const path = pathOf(shape.polygons)
  const { line, fill } = severityColors(level)
  const isGhost = state === 'rejected'
  const text = isGhost ? '×' : (label ?? '+')
  // As wide as its letters, and never narrower than a disk.
  const width = Math.max(24, 12 + text.length * 9)
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no button inside of a drawing
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={name}
      className="group cursor-pointer outline-none"
      opacity={isGhost && !isChosen ? 0.45 : 1}
      data-damage={shape.damageId}
      // The stage tells a tap from a drag; a screen reader clicks without a pointer.
      onClick={(event) => event.detail === 0 && onChoose()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onChoose()
      }}
    >
      <path
        d={path}
        fill={fill}
        fillOpacity={isGhost ? 0 : isChosen ? 0.16 : 0.12}
        stroke="#fff"
        strokeWidth={isChosen ? 7 : 5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        className="group-focus-visible:stroke-[#1d4ed8] group-focus-visible:[stroke-width:9]"
      />
      <path
        d={path}
        fill="none"
        stroke={isChosen ? '#1d4ed8' : isGhost ? '#475569' : line}
        strokeWidth={2.5}
        strokeDasharray={state === 'proposed' ? '6 4' : isGhost ? '1 5' : undefined}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        pointerEvents="none"
      />
      <g
        pointerEvents="none"
        style={{
          transform: `translate(${shape.box.xmin}px, ${shape.box.ymin}px) scale(calc(1 / var(--scale, 1)))`,
        }}
      >
        <rect
          x={-8 - width / 2}
          y={-20}
          width={width}
          height={24}
          rx={12}
          fill={isChosen ? '#1d4ed8' : '#0f172a'}
          stroke="#fff"
          strokeWidth={2}
        />
        <text x={-8} y={-3.5} textAnchor="middle" fontSize={13} fontWeight={700} fill="#fff">
          {text}
        </text>
      </g>
    </g>
  )
}
