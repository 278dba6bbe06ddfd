import { nearestViewpoint } from '@walkaround/catalog/image-types'
import type { FreeObject } from '../core/contracts/schema.ts'
import { degreesBetween, isSeenWell, PART_VISIBILITY } from './part-visibility.ts'
import { round } from './round.ts'
import { sightIdOf } from './sight-of-image.ts'
import { type Sight, sightOf } from './sights.ts'
import {
  centersOnOf,
  storedDirectionOf,
  VIEWPOINTS,
  type Viewpoint,
  type ViewpointName,
} from './viewpoint.ts'

/** What is read of an image; a deleted one covers nothing. */
export type CoveringImage = {
  deleted_at: unknown
  image_type: string
  additional_data: FreeObject
  detailed_viewpoint: FreeObject | null
  compliances: FreeObject | null
  seen_from?: ViewpointName | null | undefined
  viewpoint?: Viewpoint | null | undefined
}

/** How much of the vehicle was photographed, counted in three ways. */
export type Coverage = {
  ring: { segments: number; covered: number; share: number; is_complete: boolean }
  buckets: { count: number; covered: number; is_complete: boolean }
  viewpoints: { covered: ViewpointName[]; missing: ViewpointName[] }
  parts: { share: number; missing: string[] }
}

const SEGMENTS = 72
/** The share at which the published clients take a walk-around for complete. */
const RING_SHARE_MIN = 0.87
const BUCKETS = 6
// A picture of a section cuts off what lies at its sides, so only the parts in front of the camera count.
const SECTION_REACH = 30

/**
 * The ring suits videos: each picture fills the 5 degrees it was taken from. Buckets and viewpoints suit photos. All
 * three count pictures of the outside whose direction is known. Parts count only pictures that passed their check.
 */
export function coverageOf(images: readonly CoveringImage[]): Coverage {
  const views = images.filter((image) => !image.deleted_at).map(viewOf)
  const azimuths = views.flatMap(({ azimuth, isCloseUp }) =>
    azimuth === null || isCloseUp ? [] : [azimuth % 360],
  )
  const countOf = (parts: number) =>
    new Set(azimuths.map((azimuth) => Math.floor((azimuth / 360) * parts))).size
  const segments = countOf(SEGMENTS)
  const buckets = countOf(BUCKETS)
  const seen = new Set(azimuths.map(nearestViewpoint))
  return {
    ring: {
      segments: SEGMENTS,
      covered: segments,
      share: round(segments / SEGMENTS),
      is_complete: segments / SEGMENTS >= RING_SHARE_MIN,
    },
    buckets: { count: BUCKETS, covered: buckets, is_complete: buckets === BUCKETS },
    viewpoints: {
      covered: VIEWPOINTS.filter((name) => seen.has(name)),
      missing: VIEWPOINTS.filter((name) => !seen.has(name)),
    },
    parts: partsOf(views.filter((view) => view.isCompliant)),
  }
}

type View = {
  sight: Sight | null
  azimuth: number | null
  isCloseUp: boolean
  isCompliant: boolean
  centersOn: string[]
}

function viewOf(image: CoveringImage): View {
  const sightId = sightIdOf(image)
  const sight = sightId ? sightOf(sightId) : null
  return {
    sight,
    azimuth: storedDirectionOf({ ...image, sight })?.azimuth ?? null,
    isCloseUp: image.image_type === 'close_up' || sight?.close_up === true,
    isCompliant: image.compliances?.compliance_status === 'compliant',
    centersOn: centersOnOf(image.detailed_viewpoint),
  }
}

function partsOf(views: View[]): Coverage['parts'] {
  let [all, covered] = [0, 0]
  const missing: string[] = []
  for (const [part, { weight }] of PART_VISIBILITY) {
    all += weight
    if (views.some((view) => shows(view, part))) covered += weight
    else missing.push(part)
  }
  return { share: round(covered / all), missing }
}

function shows({ sight, azimuth, isCloseUp, centersOn }: View, part: string): boolean {
  if (centersOn.includes(part) || sight?.wheel_name === part) return true
  const visibility = PART_VISIBILITY.get(part)
  if (!visibility || azimuth === null || isCloseUp) return false
  if (sight && !sight.whole_vehicle && degreesBetween(visibility.azimuth, azimuth) > SECTION_REACH)
    return false
  return isSeenWell(visibility, azimuth)
}
