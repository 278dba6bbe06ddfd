import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'
import { useEffect, useState } from 'preact/hooks'

/** Most vehicles nobody has named a type for are cars. */
const typeOf = (vehicleType: string | null) => vehicleTypeOf(vehicleType) ?? 'sedan'

const urlOf = (vehicleType: string | null, azimuth: number) =>
  `/capture/outlines/${typeOf(vehicleType)}-${Math.round(azimuth)}.svg`

const asked = new Map<string, Promise<string | null>>()

/** The outline to hold the vehicle into, as SVG; null where there is none, and the frame is enough. */
function loadOutline(vehicleType: string | null, azimuth: number): Promise<string | null> {
  const url = urlOf(vehicleType, azimuth)
  const known = asked.get(url)
  if (known) return known
  const drawing = fetchDrawing(url).catch(() => {
    // No signal: the next time may go well.
    asked.delete(url)
    return null
  })
  asked.set(url, drawing)
  return drawing
}

async function fetchDrawing(url: string): Promise<string | null> {
  const answer = await fetch(url)
  const isDrawing = answer.headers.get('content-type')?.startsWith('image/svg') ?? false
  return answer.ok && isDrawing ? answer.text() : null
}

/** Asks for all outlines of a walk while there is a signal; the service worker keeps them. */
export function prefetchOutlines(vehicleType: string | null, azimuths: number[]): void {
  for (const azimuth of azimuths) loadOutline(vehicleType, azimuth)
}

/** Null without a place around the vehicle, or while it is on its way. */
export function useOutline(vehicleType: string | null, azimuth: number | null): string | null {
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
  return outline
}
