import { useEffect, useState } from 'preact/hooks'
import { loadOutline } from '../outlines.ts'

type GuideProps = { vehicleType: string | null; azimuth: number | null; isGood: boolean }

const FRAME = 'M4 24V8q0-4 4-4h20M72 4h20q4 0 4 4v16M96 51v16q0 4-4 4H72M28 71H8q-4 0-4-4V51'

/** The outline to hold the vehicle into; where there is no drawing, a plain frame. Decoration for screen readers. */
export function Guide({ vehicleType, azimuth, isGood }: GuideProps) {
  const [outline, setOutline] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    setOutline(null)
    if (azimuth !== null)
      loadOutline(vehicleType, azimuth).then((svg) => {
        if (!isGone) setOutline(svg)
      })
    return () => {
      isGone = true
    }
  }, [vehicleType, azimuth])
  const look = `guide ${isGood ? 'good' : 'wait'}`
  if (outline)
    return <div class={look} aria-hidden="true" dir="ltr" dangerouslySetInnerHTML={{ __html: outline }} />
  return (
    <div class={`${look} frame`} aria-hidden="true">
      <svg viewBox="0 0 100 75" aria-hidden="true">
        <path d={FRAME} />
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
