import { useLabels } from '../../look/use-labels.ts'
import { severityLook } from '../severity-look.ts'

/** Color, bars and word together: none of them has to be seen alone. */
export function SeverityChip({ level }: { level: number }) {
  const labels = useLabels()
  const { name, fill, ink, bars } = severityLook(level)
  return (
    <span
      className="inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 font-semibold text-sm"
      style={{ background: fill, color: ink }}
    >
      <svg viewBox="0 0 12 10" className="size-3" aria-hidden="true" fill="currentColor">
        {[0, 1, 2].map((n) => (
          <rect key={n} x={n * 4} y={6 - n * 3} width={3} height={4 + n * 3} opacity={n < bars ? 1 : 0.25} />
        ))}
      </svg>
      {labels.severities[name]}
    </span>
  )
}
