import { degreesBetween } from '../../part-visibility.ts'
import { compareSightings, type Place, type Sighting } from './sightings.ts'

/** A finding on a frame of a walk-around, without a part. */
export type FrameSighting = Sighting & { place: Place }

const DEGREES_MAX = 20
/** Of the height of the vehicle: a damage stays at its height while the camera goes around. */
const DOWN_MAX = 0.15
/** What is seen aslant looks smaller, and outlines differ from frame to frame. */
const AREA_FACTOR_MAX = 3
/** No surface is seen from more than half way round, so a longer chain has gone from one damage to the next. */
const CHAIN_DEGREES_MAX = 180
/** So many nearest by direction are compared with each, which bounds the work on what no walk-around gives. */
const NEIGHBOURS_MAX = 200

type Link = { a: FrameSighting; b: FrameSighting; distance: number }
/** `from` and `to` in degrees, counted on beyond 360 where the chain passes the front. */
type Chain = { sightings: FrameSighting[]; images: Set<string>; from: number; to: number }

/**
 * One damage type on the frames of a walk-around. The nearest findings are linked first, and neighbours of neighbours
 * become one damage, unless a frame shows both: then they are two.
 */
export function fuseFrames(sightings: readonly FrameSighting[]): FrameSighting[][] {
  const chains = new Map<FrameSighting, Chain>(sightings.map((sighting) => [sighting, chainOf(sighting)]))
  for (const { a, b } of linksOf(sightings)) {
    const [one, other] = [chains.get(a), chains.get(b)]
    if (!one || !other || one === other) continue
    const joined = joinChains(one, other)
    if (joined) for (const sighting of joined.sightings) chains.set(sighting, joined)
  }
  return [...new Set(chains.values())].map((chain) => chain.sightings.toSorted(compareSightings))
}

function chainOf(sighting: FrameSighting): Chain {
  const { azimuth } = sighting.place
  return { sightings: [sighting], images: new Set([sighting.image_id]), from: azimuth, to: azimuth }
}

function joinChains(a: Chain, b: Chain): Chain | null {
  for (const image of a.images) if (b.images.has(image)) return null
  const turns = 360 * Math.round((a.from + a.to - b.from - b.to) / 720)
  const [from, to] = [Math.min(a.from, b.from + turns), Math.max(a.to, b.to + turns)]
  if (to - from > CHAIN_DEGREES_MAX) return null
  return {
    sightings: [...a.sightings, ...b.sightings],
    images: new Set([...a.images, ...b.images]),
    from,
    to,
  }
}

function linksOf(sightings: readonly FrameSighting[]): Link[] {
  // Surest first among equals, so that the links do not depend on the order in which pictures come.
  const sorted = sightings.toSorted((a, b) => a.place.azimuth - b.place.azimuth || compareSightings(a, b))
  const links = sorted.flatMap((a, at): Link[] => {
    const found: Link[] = []
    for (let step = 1; step <= Math.min(NEIGHBOURS_MAX, sorted.length - 1); step++) {
      const b = sorted[(at + step) % sorted.length]
      if (!b || degreesBetween(a.place.azimuth, b.place.azimuth) > DEGREES_MAX) break
      if (mayBeSame(a, b)) found.push({ a, b, distance: distanceOf(a.place, b.place) })
    }
    return found
  })
  return links.sort((one, other) => one.distance - other.distance)
}

function mayBeSame(a: FrameSighting, b: FrameSighting): boolean {
  if (a.image_id === b.image_id || Math.abs(a.place.down - b.place.down) > DOWN_MAX) return false
  const [small, large] = [Math.min(a.place.area, b.place.area), Math.max(a.place.area, b.place.area)]
  return large <= small * AREA_FACTOR_MAX
}

/** Across, damages do move from frame to frame, but two at one height keep their order. */
function distanceOf(a: Place, b: Place): number {
  const degrees = degreesBetween(a.azimuth, b.azimuth) / DEGREES_MAX
  return degrees + Math.abs(a.down - b.down) / DOWN_MAX + Math.abs(a.across - b.across) / DOWN_MAX
}
