import { CAPTURE_STEPS } from '../capture-steps.ts'
import type { VehicleType } from '../vehicle-types.ts'
import { carEnds } from './car-ends.ts'
import { CAR_PLANS } from './car-plans.ts'
import { carSides } from './car-sides.ts'
import { carSolid } from './car-solid.ts'
import { type Feature, LINE_KINDS, layOn } from './features.ts'
import { pathOf } from './path.ts'
import type { Solid } from './solid.ts'
import { FRAME, type Model, type TracedLine, traceLines } from './trace.ts'
import { TRUCK, truckFeatures, truckSolid } from './truck.ts'

/** Where the camera stands for the steps that show the whole vehicle, in degrees. */
export const OUTLINE_AZIMUTHS: readonly number[] = Object.values(CAPTURE_STEPS).flatMap(
  ({ shows, azimuth }) => (shows === 'vehicle' && azimuth !== null ? [azimuth] : []),
)

/** `suv-45.svg`; 22.5 degrees are `suv-23.svg`, as in the name of the capture step. */
export function outlineFileName(vehicleType: VehicleType, azimuth: number): string {
  return `${vehicleType}-${Math.round(azimuth)}.svg`
}

/** A vehicle as cameras around it see it, as SVG by azimuth. A tenth of a second each; the right side is the left one mirrored. */
export function drawOutlines(vehicleType: VehicleType, azimuths: readonly number[]): Map<number, string> {
  const model = modelOf(vehicleType)
  const traced = new Map<number, TracedLine[]>()
  return new Map(
    azimuths.map((azimuth) => {
      const from = Math.min(azimuth, 360 - azimuth)
      const lines = traced.get(from) ?? traceLines(model, from)
      traced.set(from, lines)
      return [azimuth, drawLines(from === azimuth ? lines : mirrorLines(lines))]
    }),
  )
}

export function modelOf(vehicleType: VehicleType): Model {
  if (vehicleType === 'hgv') return layOut(TRUCK, truckSolid(), truckFeatures())
  const plan = CAR_PLANS[vehicleType]
  return layOut(plan, carSolid(plan), [...carSides(plan), ...carEnds(plan)])
}

/** Where the lines of a vehicle are is the same for each camera. */
function layOut(plan: Omit<Model, 'solid' | 'lines'>, solid: Solid, features: readonly Feature[]): Model {
  const lines = features.map((feature) => ({ kind: feature.kind, places: layOn(solid.body, plan, feature) }))
  return { ...plan, solid, lines }
}

/** The vehicle from its other side. */
export function mirrorLines(lines: readonly TracedLine[]): TracedLine[] {
  return lines.map(({ kind, line }) => ({ kind, line: line.map(([x, y]) => [FRAME.width - x, y] as const) }))
}

function drawLines(lines: readonly TracedLine[]): string {
  const paths = LINE_KINDS.flatMap((kind) => {
    const data = lines.filter((line) => line.kind === kind).map(({ line }) => pathOf(line))
    return data.length ? [`<path class="${kind}" d="${data.join('')}"/>`] : []
  })
  const attributes = 'fill="none" stroke="currentColor" stroke-linejoin="round" stroke-linecap="round"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME.width} ${FRAME.height}" ${attributes}>${paths.join('')}</svg>\n`
}
