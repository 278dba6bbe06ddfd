import { useOutline } from '../outlines.ts'

type GuideProps = {
  vehicleType: string | null
  azimuth: number | null
  /** One line of text: a plate, a number. */
  isLine: boolean
  isGood: boolean
}

const FRAME = 'M4 24V8q0-4 4-4h20M72 4h20q4 0 4 4v16M96 51v16q0 4-4 4H72M28 71H8q-4 0-4-4V51'
const LINE = 'M8 33v-5q0-4 4-4h10M78 24h10q4 0 4 4v5M92 42v5q0 4-4 4H78M22 51H12q-4 0-4-4v-5'

/** The outline to hold the vehicle into; where there is no drawing, a plain frame. Decoration for screen readers. */
export function Guide({ vehicleType, azimuth, isLine, isGood }: GuideProps) {
  const outline = useOutline(vehicleType, azimuth)
  const look = `guide ${isGood ? 'good' : 'wait'}`
  if (outline)
    return <div class={look} aria-hidden="true" dir="ltr" dangerouslySetInnerHTML={{ __html: outline }} />
  return (
    <div class={`${look} frame`} aria-hidden="true">
      <svg viewBox="0 0 100 75" aria-hidden="true">
        <path d={isLine ? LINE : FRAME} />
      </svg>
    </div>
  )
}

export function Level({ roll }: { roll: number }) {
  const isLevel = Math.abs(roll) <= 2
  return (
    <svg class={`level ${isLevel ? 'good' : ''}`} viewBox="0 0 190 24" aria-hidden="true">
      <path d="M0 12h40M150 12h40" />
      <path d="M55 12h80" transform={`rotate(${-roll} 95 12)`} />
    </svg>
  )
}
