import { VIEWPOINTS } from '@walkaround/catalog/image-types'

const SIZE = 160
const MIDDLE = SIZE / 2
const [INNER, OUTER] = [58, 74]
const GAP_DEGREES = 5

/** The vehicle from above, its front up, and around it the directions it was photographed from. Never mirrored. */
export function CoverageRing({ covered, label }: { covered: readonly string[]; label: string }) {
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label} className="size-36 shrink-0">
      {VIEWPOINTS.map((name, at) => {
        const isCovered = covered.includes(name)
        return (
          <path
            key={name}
            d={arc(-at * 45)}
            className={isCovered ? 'fill-accent' : 'fill-raised stroke-quiet'}
            strokeWidth={isCovered ? 0 : 1}
            strokeDasharray="3 3"
          />
        )
      })}
      <g className="fill-raised stroke-quiet" strokeWidth={1.5} strokeLinejoin="round">
        <rect x={60} y={38} width={40} height={84} rx={14} />
        <path d="M65 62q15 -9 30 0l-3 12h-24zM66 108q14 6 28 0l-2 -9h-24z" className="fill-panel" />
      </g>
    </svg>
  )
}

/** Around a direction, counted clockwise from the front: the left side of the vehicle is on the left. */
function arc(degrees: number): string {
  const [from, to] = [degrees - 22.5 + GAP_DEGREES / 2, degrees + 22.5 - GAP_DEGREES / 2]
  const at = (radius: number, angle: number) => {
    const radians = ((angle - 90) * Math.PI) / 180
    const [x, y] = [MIDDLE + radius * Math.cos(radians), MIDDLE + radius * Math.sin(radians)]
    return `${x.toFixed(2)} ${y.toFixed(2)}`
  }
  return `M${at(OUTER, from)}A${OUTER} ${OUTER} 0 0 1 ${at(OUTER, to)}L${at(INNER, to)}A${INNER} ${INNER} 0 0 0 ${at(INNER, from)}Z`
}
