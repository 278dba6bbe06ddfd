import type { PlaceState, StepProgress } from '../walk/progress.ts'

const RADIUS = 68
const GAP = 3

const pointAt = (degrees: number) => {
  const turn = (degrees * Math.PI) / 180
  return `${(80 + RADIUS * Math.sin(turn)).toFixed(1)} ${(80 - RADIUS * Math.cos(turn)).toFixed(1)}`
}

/** The vehicle from above, its front up, and a piece of the ring for each photo around it. The words beside it say the same. */
export function Ring({
  progress,
  current,
}: {
  progress: readonly StepProgress[]
  current?: string | undefined
}) {
  const around = progress.filter(({ step }) => step.kind === 'walk')
  const half = 180 / Math.max(around.length, 1) - GAP
  const lookOf = (state: PlaceState, step: string) => (step === current ? 'now' : state)
  return (
    <svg class="ring" viewBox="0 0 160 160" aria-hidden="true">
      {around.map(({ step: { step, azimuth }, state }) => {
        // Degrees grow over the vehicle's left, which is on the left when its front is up.
        const at = -(azimuth ?? 0)
        return (
          <path
            key={step}
            class={lookOf(state, step)}
            d={`M${pointAt(at - half)}A${RADIUS} ${RADIUS} 0 0 1 ${pointAt(at + half)}`}
          />
        )
      })}
      <g class="ring-car">
        <path d="M62 46c0-12 8-16 18-16s18 4 18 16v66c0 12-8 17-18 17s-18-5-18-17z" />
        <path d="M64 64c4-6 28-6 32 0l-4 13H68zM67 106c4 4 22 4 26 0l3 9c-6 5-26 5-32 0zM62 68l-6 4M98 68l6 4" />
      </g>
    </svg>
  )
}
