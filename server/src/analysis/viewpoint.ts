import { nearestViewpoint, VIEWPOINTS } from '@walkaround/catalog/image-types'
import type { FreeObject } from '../core/contracts/schema.ts'
import { degreesBetween, PART_VISIBILITY } from './part-visibility.ts'
import { round } from './round.ts'
import type { Sight } from './sights.ts'

/** In steps of 45 degrees from the front over the left side of the vehicle. */
export { VIEWPOINTS }
export type ViewpointName = (typeof VIEWPOINTS)[number]

const STEP = 360 / VIEWPOINTS.length

export type Direction = {
  azimuth: number
  source: 'person' | 'sight' | 'alpha' | 'centers_on' | 'pixels'
  /** How far what the client says is trusted, or how sure the network is of what it sees. */
  trust: number
}

export type Viewpoint = { prediction: ViewpointName; confidence: number }

/** What says from where a picture was taken. */
export type Hints = {
  sight: Sight | null
  additional_data: FreeObject
  detailed_viewpoint: FreeObject | null
  /** The side that a person says the picture shows. */
  seen_from?: ViewpointName | null | undefined
  /** What the pixels show. A person knows better; a sight says what was asked for, not what was taken. */
  seen_view?: Viewpoint | null | undefined
}

const TRUST = { person: 1, sight: 0.9, centers_on: 0.7, alpha: 0.6 } as const

/** From where a picture was taken: by what a person says, what the pixels show, what the client says; null when none says it. */
export function directionOf(hints: Hints): Direction | null {
  const { sight, additional_data, detailed_viewpoint, seen_from, seen_view } = hints
  if (seen_from) return makeDirection(azimuthOf(seen_from), 'person')
  const seen: Direction | null = seen_view
    ? { azimuth: azimuthOf(seen_view.prediction), source: 'pixels', trust: seen_view.confidence }
    : null
  if (sight) return seen && isWrongSide(sight, seen_view) ? seen : makeDirection(sight.azimuth, 'sight')
  if (seen) return seen
  const { alpha } = additional_data
  // A walk-around counts its angle from where it was begun, which is taken to be the front, as clients ask for it.
  if (typeof alpha === 'number' && Number.isFinite(alpha))
    return makeDirection(((alpha % 360) + 360) % 360, 'alpha')
  return makeDirection(centerOf(centersOnOf(detailed_viewpoint)), 'centers_on')
}

/** The same of a picture that was checked: its stored viewpoint says what the pixels show, more coarsely than an angle of a walk-around. */
export function storedDirectionOf({
  viewpoint,
  ...hints
}: Omit<Hints, 'seen_view'> & { viewpoint?: Viewpoint | null | undefined }): Direction | null {
  const told = directionOf(hints)
  return told?.source === 'alpha' ? told : directionOf({ ...hints, seen_view: viewpoint })
}

/** Neighbouring viewpoints are taken for one another, and people stand a little aside of where a sight wants them. */
const SIGHT_OFF_MAX = 1.75 * STEP

/** Whether a picture was taken from another side than its sight asks for. */
export function isWrongSide(sight: Sight | null, seen: Viewpoint | null | undefined): boolean {
  if (!seen || !sight || sight.azimuth === null) return false
  return degreesBetween(azimuthOf(seen.prediction), sight.azimuth) > SIGHT_OFF_MAX
}

/** The side that a picture shows: what a person says of it, else what its pixels show. */
export function takenFrom(
  { seen_from }: Pick<Hints, 'seen_from'>,
  seen: Viewpoint | null | undefined,
): Viewpoint | null {
  return seen_from ? { prediction: seen_from, confidence: TRUST.person } : (seen ?? null)
}

function azimuthOf(viewpoint: ViewpointName): number {
  return VIEWPOINTS.indexOf(viewpoint) * STEP
}

function makeDirection(azimuth: number | null, source: keyof typeof TRUST): Direction | null {
  return azimuth === null ? null : { azimuth, source, trust: TRUST[source] }
}

/** The sides and parts a picture centres on, as the client says. */
export function centersOnOf(viewpoint: FreeObject | null): string[] {
  const elements: unknown[] = [viewpoint?.centers_on].flat()
  return elements.filter((element) => typeof element === 'string')
}

/** The middle of sides and parts; null when they lie all around. */
function centerOf(elements: string[]): number | null {
  let [x, y] = [0, 0]
  for (const element of elements) {
    const azimuth = azimuthOfElement(element)
    if (azimuth === null) continue
    x += Math.cos((azimuth / 180) * Math.PI)
    y += Math.sin((azimuth / 180) * Math.PI)
  }
  if (Math.hypot(x, y) < 0.5) return null
  return (Math.round((Math.atan2(y, x) / Math.PI) * 180) + 360) % 360
}

function azimuthOfElement(element: string): number | null {
  const sides: readonly string[] = VIEWPOINTS
  const side = sides.indexOf(element)
  return side >= 0 ? side * STEP : (PART_VISIBILITY.get(element)?.azimuth ?? null)
}

/** Shared between the two nearest viewpoints by angle; what is not trusted is spread over all. */
export function probabilities({ azimuth, trust }: Direction): Record<ViewpointName, number> {
  const shares = VIEWPOINTS.map((name, index): [ViewpointName, number] => {
    const near = Math.max(0, 1 - degreesBetween(azimuth, index * STEP) / STEP)
    return [name, round(trust * near + (1 - trust) / VIEWPOINTS.length)]
  })
  return Object.fromEntries(shares) as Record<ViewpointName, number>
}

export function viewpointOf(direction: Direction): Viewpoint {
  const prediction = nearestViewpoint(direction.azimuth)
  return { prediction, confidence: probabilities(direction)[prediction] }
}
