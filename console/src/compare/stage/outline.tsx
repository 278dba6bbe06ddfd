import { boxOf, type Point, pathOf } from '../../review/geometry.ts'

type Props = {
  /** In pixels of the frame. */
  polygons: readonly (readonly Point[])[]
  number: number
  /** Whether a damage is recorded here, or only where it would be. */
  isFound: boolean
  isDecided: boolean
  /** Beside an outline where no damage is recorded. */
  note: string | null
}

/** The outline of a damage. Where nothing was found the same outline is dotted, so that both sides show where to look. */
export function Outline({ polygons, number, isFound, isDecided, note }: Props) {
  const path = pathOf(polygons)
  const { xmin, ymin, width } = boxOf(polygons.flat())
  const [right, top] = [xmin + width, ymin]
  const disk = `translate(${Math.round(right + 6)} ${Math.round(Math.max(top - 6, 16))})`
  return (
    <g pointerEvents="none">
      <path
        d={path}
        fill="none"
        stroke="#fff"
        strokeWidth={isFound ? 5 : 3.5}
        strokeLinejoin="round"
        strokeOpacity={0.95}
      />
      <path
        d={path}
        fill="none"
        stroke={isFound ? '#1d4ed8' : '#0f172a'}
        strokeWidth={isFound ? 2.5 : 1.8}
        strokeDasharray={isFound ? (isDecided ? undefined : '6 4') : '1.5 4'}
        strokeLinecap={isFound ? 'butt' : 'round'}
        strokeLinejoin="round"
      />
      {isFound ? (
        <g transform={disk}>
          <circle r={12} fill="#1d4ed8" stroke="#fff" strokeWidth={2} />
          <text y={4.5} textAnchor="middle" fontSize={12} fontWeight={700} fill="#fff">
            {number}
          </text>
        </g>
      ) : note ? (
        <Note x={xmin + width / 2} y={Math.max(ymin - 14, 60)} text={note} />
      ) : null}
    </g>
  )
}

function Note({ x, y, text }: { x: number; y: number; text: string }) {
  const width = text.length * 6.6 + 16
  return (
    <g transform={`translate(${Math.round(x)} ${Math.round(y)})`}>
      <rect x={-width / 2} y={-12} width={width} height={23} rx={5} fill="#0f172a" fillOpacity={0.86} />
      <text y={4} textAnchor="middle" fontSize={12} fontWeight={500} fill="#fff">
        {text}
      </text>
    </g>
  )
}
