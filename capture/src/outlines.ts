import { vehicleTypeOf } from '@walkaround/catalog/vehicle-types'

/** Most vehicles nobody has named a type for are cars. */
const typeOf = (vehicleType: string | null) => vehicleTypeOf(vehicleType) ?? 'sedan'

const urlOf = (vehicleType: string | null, azimuth: number) =>
  `/capture/outlines/${typeOf(vehicleType)}-${Math.round(azimuth)}.svg`

/** The outline to hold the vehicle into, as SVG; null where there is none, and the frame is enough. */
export async function loadOutline(vehicleType: string | null, azimuth: number): Promise<string | null> {
  try {
    const answer = await fetch(urlOf(vehicleType, azimuth))
    const isDrawing = answer.headers.get('content-type')?.startsWith('image/svg') ?? false
    return answer.ok && isDrawing ? await answer.text() : null
  } catch {
    return null
  }
}

/** Asks for all outlines of a walk while there is a signal; the service worker keeps them. */
export function prefetchOutlines(vehicleType: string | null, azimuths: number[]): void {
  for (const azimuth of azimuths) loadOutline(vehicleType, azimuth)
}
