import type { Point } from '../../../core/contracts/findings.ts'
import { type Aligner, inPictures, rasterScale } from './align.ts'
import { areaOf, lengthOf, mapPolygons, pointsIn, shareInside } from './geometry.ts'
import { type Look, lookAt } from './look.ts'
import { cellsCovered, searchGrid, searchType } from './search-grid.ts'
import type { ComparedDamage, ComparedPicture, DamageGrid, DamageSighting, Matrix, Side } from './types.ts'

/** Pictures of the other side that are looked at for each sighting of a damage, and sightings of each damage. */
const PICTURES_MAX = 3
const SIGHTINGS_MAX = 3
/** Outlines of the same damage are this far apart on two pictures, as a share of its length. */
const TOLERANCE = 0.06

/** One sighting of a damage and a picture of the other side: everything about its place there that verdicts go by. */
export type View = {
  sighting: DamageSighting
  picture: ComparedPicture
  other: ComparedPicture
  /** Null where the two pictures could not be laid over each other. */
  place: Place | null
}

export type Place = {
  look: Look
  /** Corners of both pictures that agree. */
  inliers: number
  /** Pixels of this picture to pixels of the other one. */
  matrix: Matrix
  /** Where the damage is, or would be, in pixels of the other picture. */
  polygons: Point[][]
  /** What the network answers there; null where it was not asked. */
  score: number | null
  /** The same for the type of this damage alone. */
  typeScore: number | null
  /** What it answers at the damage itself; null where it was not asked. */
  ownScore: number | null
  /** Cells of the network's grid that the place covers. */
  cells: number | null
  cellMm: number | null
  /** The share of the place that lies on the part, and on any part; null where the picture shows no parts. */
  onPart: number | null
  onVehicle: number | null
  /** Damages of the other side at the place, the largest share first, and how much larger this one is. */
  there: { damage: ComparedDamage; sighting: DamageSighting; share: number }[]
  grown: number | null
}

export type Observation = {
  damage: ComparedDamage
  own: 'earlier' | 'later'
  /** Its first sighting whose picture is still there. */
  at: { sighting: DamageSighting; picture: ComparedPicture } | null
  /** Whether any picture of the other side shows the part; null where the part is not known. */
  isPartSeen: boolean | null
  /** Damages of the other side of the same type on the same part: for each the pictures that it is drawn on, maybe none. */
  sameKinds: string[][]
  views: View[]
}

/** `gridSide` is that of the network, which is not asked yet; null where there is none. */
type Looking = { aligner: Aligner; gridSide: number | null }

export function observe(
  damage: ComparedDamage,
  own: 'earlier' | 'later',
  side: Side,
  other: Side,
  looking: Looking,
): Observation {
  const views = viewsOf(damage, side, other).map(({ sighting, picture, other: seen }): View => {
    const place = placeOf(damage, sighting, picture, seen, other, looking)
    return { sighting, picture, other: seen, place }
  })
  const sightings = damage.sightings.flatMap((sighting) => {
    const picture = side.pictures.find(({ image_id }) => image_id === sighting.image_id)
    return picture ? [{ sighting, picture }] : []
  })
  return {
    damage,
    own,
    at: sightings[0] ?? null,
    isPartSeen: damage.part_type === null ? null : other.pictures.some((each) => shows(each, damage)),
    sameKinds: other.damages
      .filter(
        ({ damage_type, part_type }) =>
          damage_type === damage.damage_type && part_type !== null && part_type === damage.part_type,
      )
      .map(({ sightings }) => sightings.map(({ image_id }) => image_id)),
    views,
  }
}

const shows = (picture: ComparedPicture, { part_type }: ComparedDamage) =>
  picture.parts.some((part) => part.part_type === part_type)

/** The sightings of a damage, each with the pictures of the other side that most likely show its place. */
function viewsOf(damage: ComparedDamage, side: Side, other: Side) {
  const byId = new Map(side.pictures.map((picture) => [picture.image_id, picture]))
  return damage.sightings.slice(0, SIGHTINGS_MAX).flatMap((sighting) => {
    const picture = byId.get(sighting.image_id)
    if (!picture) return []
    return other.pictures
      .filter((each) => damage.part_type === null || shows(each, damage))
      .map((each) => ({ each, likely: likeness(picture, each) }))
      .toSorted((a, b) => b.likely - a.likely)
      .slice(0, PICTURES_MAX)
      .map(({ each }) => ({ sighting, picture, other: each }))
  })
}

/** How likely two pictures show the same side of the vehicle from the same distance. */
function likeness(a: ComparedPicture, b: ComparedPicture): number {
  const types = new Set(a.parts.map(({ part_type }) => part_type))
  const common = b.parts.filter(({ part_type }) => types.has(part_type)).length
  const all = new Set([...types, ...b.parts.map(({ part_type }) => part_type)]).size
  const isSameView = a.viewpoint !== null && a.viewpoint === b.viewpoint
  return (
    (all === 0 ? 0 : common / all) + (isSameView ? 0.5 : 0) + (a.is_close_up === b.is_close_up ? 0.25 : 0)
  )
}

function placeOf(
  damage: ComparedDamage,
  sighting: DamageSighting,
  picture: ComparedPicture,
  other: ComparedPicture,
  otherSide: Side,
  { aligner, gridSide }: Looking,
): Place | null {
  const alignments = aligner.align(picture, other)
  const starts = alignments.map(({ matrix }) => matrix)
  const scale = rasterScale(picture)
  const onRaster = sighting.polygons.map((polygon) => polygon.map(([x, y]): Point => [x * scale, y * scale]))
  const look = starts.length === 0 ? null : lookAt(picture.raster, other.raster, onRaster, starts)
  if (!look) return null
  const matrix = inPictures(look.matrix, picture, other)
  const polygons = mapPolygons(matrix, sighting.polygons)
  const points = pointsIn(polygons)
  const tolerance = TOLERANCE * lengthOf(polygons)
  const there = damagesAt(otherSide, other, polygons, points, tolerance)
  const part = other.parts.filter(({ part_type }) => part_type === damage.part_type)
  const share = (parts: typeof part) =>
    other.parts.length === 0
      ? null
      : shareInside(
          points,
          parts.flatMap((each) => each.polygons),
          0.02 * other.width,
        )
  return {
    look,
    inliers: alignments[0]?.inliers ?? 0,
    matrix,
    polygons,
    score: null,
    typeScore: null,
    ownScore: null,
    cells: gridSide && cellsCovered(areaOf(polygons), gridSide, other),
    cellMm: gridSide && other.mm_per_pixel && (other.mm_per_pixel * other.width) / gridSide,
    onPart: share(part),
    onVehicle: share(other.parts),
    there,
    grown: growth(polygons, there, damage),
  }
}

/** The same with what the network answers at the places of pictures that it has searched. */
export function withAnswers(observation: Observation, grids: ReadonlyMap<string, DamageGrid>): Observation {
  const answered = (view: View): View => {
    const { sighting, picture, other, place } = view
    if (!place) return view
    const [grid, ownGrid] = [grids.get(other.image_id), grids.get(picture.image_id)]
    const score = grid ? searchGrid(grid, place.polygons, other) : null
    const typeScore = grid ? searchType(grid, observation.damage.damage_type, place.polygons, other) : null
    const ownScore = ownGrid ? searchGrid(ownGrid, sighting.polygons, picture) : null
    const cells = place.cells ?? (grid ? cellsCovered(areaOf(place.polygons), grid.side, other) : null)
    return { ...view, place: { ...place, score, typeScore, ownScore, cells } }
  }
  return { ...observation, views: observation.views.map(answered) }
}

function damagesAt(
  side: Side,
  picture: ComparedPicture,
  polygons: Point[][],
  points: readonly Point[],
  tolerance: number,
): Place['there'] {
  return side.damages
    .flatMap((damage) =>
      damage.sightings
        .filter(({ image_id }) => image_id === picture.image_id)
        .map((sighting) => {
          const here = shareInside(points, sighting.polygons, tolerance)
          // A damage that was a piece of this one is the same damage, too.
          const back = shareInside(pointsIn(sighting.polygons), polygons, tolerance)
          return { damage, sighting, share: Math.max(here, back) }
        }),
    )
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
}

/** The share of a damage that must lie on another for both to be measured against each other. */
const MEASURED_SHARE = 0.5

/**
 * How much larger an outline is than those of its own type that lie there together, or of any type where there is none: in length
 * and in the root of the area, the lesser of both.
 */
function growth(polygons: Point[][], there: Place['there'], { damage_type }: ComparedDamage): number | null {
  const same = there.filter(({ share }) => share >= MEASURED_SHARE)
  const ofType = same.filter(({ damage }) => damage.damage_type === damage_type)
  const others = (ofType.length > 0 ? ofType : same).flatMap(({ sighting }) => sighting.polygons)
  if (others.length === 0) return null
  const [length, lengthBefore] = [lengthOf(polygons), lengthOf(others)]
  const [area, areaBefore] = [areaOf(polygons), areaOf(others)]
  return Math.min(length / Math.max(1, lengthBefore), Math.sqrt(area / Math.max(1, areaBefore)))
}
