import { pointsIn, shareInside } from './geometry.ts'
import type { Observation, Place, View } from './observe.ts'
import type { Thresholds } from './thresholds.ts'
import type { ComparedPicture, DamageSighting, ReasonGiven } from './types.ts'

export type Outcome = 'same' | 'grown' | 'escalated' | 'absent' | 'unsure' | 'hidden'

/** What the other side says of a damage, by which view, and why. */
export type Decision = {
  outcome: Outcome
  view: View | null
  certainty: number
  reasons: ReasonGiven[]
}

type Placed = View & { place: Place }

/** How bad a damage of each type is: a dent is more than a scratch, a missing piece more than a dent. */
const RANKS: Record<string, number> = {
  scratch: 1,
  scattered_scratches: 1,
  paint_peeling: 1,
  dent: 2,
  misshape: 3,
  missing_piece: 3,
  broken_light: 3,
  broken_glass: 3,
}

export function decide(observation: Observation, t: Thresholds): Decision {
  const { placed, aligned, found } = readViews(observation, t)
  if (found) return decideSame(observation, found, t)
  return decideUnseen(observation, placed, aligned, t) ?? decideMissing(observation, aligned, t)
}

/** The pictures that the network must search before `decide` can tell. */
export function picturesToSearch(observation: Observation, t: Thresholds): string[] {
  const { damage } = observation
  const { placed, aligned, found } = readViews(observation, t)
  if (found) return !isGrown(found, t) && isWorse(observation, found) ? [found.other.image_id] : []
  if (decideUnseen(observation, placed, aligned, t)) return []
  return aligned
    .filter(({ place }) => place.look.outside === 0)
    .flatMap((view) => [
      view.other.image_id,
      ...(isOther(view, t) || damage.is_added_by_person ? [view.picture.image_id] : []),
    ])
}

/** Views whose place is known, those that are aligned there, and the one that shows the same damage. */
function readViews({ views }: Observation, t: Thresholds) {
  const placed = views.filter((view): view is Placed => view.place !== null)
  const aligned = placed
    .filter(({ place }) => place.look.fit >= t.fit_min)
    .toSorted((a, b) => b.place.look.fit - a.place.look.fit)
  const same = aligned
    .filter(({ place }) => (place.there[0]?.share ?? 0) >= t.same_share)
    .toSorted((a, b) => (b.place.there[0]?.share ?? 0) - (a.place.there[0]?.share ?? 0))
  // A picture may show a piece of a damage only. One that shows it as large as it is now is believed.
  const found = same.find((view) => !isGrown(view, t)) ?? same[0]
  return { placed, aligned, found }
}

const isGrown = ({ place }: Placed, t: Thresholds) => (place.grown ?? 1) >= t.grown_min

function isWorse({ damage }: Observation, { place }: Placed): boolean {
  const rankBefore = Math.max(...place.there.map((each) => RANKS[each.damage.damage_type] ?? 0))
  return (RANKS[damage.damage_type] ?? 0) > rankBefore && rankBefore > 0
}

function decideSame(observation: Observation, view: Placed, t: Thresholds): Decision {
  const { damage } = observation
  const { place } = view
  const [match] = place.there
  const fit = round(place.look.fit)
  const share = match?.share ?? 0
  const reasons: ReasonGiven[] = [{ reason: 'found_same_place', values: { fit, share: round(share) } }]
  const [before, now] = [match?.sighting.length_mm ?? null, view.sighting.length_mm]
  const lengths: ReasonGiven['values'] =
    before === null || now === null ? {} : { earlier_mm: Math.round(before), later_mm: Math.round(now) }
  const unknown: ReasonGiven[] =
    before === null || now === null ? [{ reason: 'size_unknown', values: {} }] : []
  const certainty = round(place.look.fit * (0.5 + share / 2))
  const values = { ...lengths, ratio: round(place.grown ?? 1) }
  const isClear = obstaclesOf(view, t).length === 0
  if (isGrown(view, t)) {
    // It could not have shown all of it, or shows the same there: the earlier outline may have been too small.
    if (!isClear || place.look.inside >= t.same_look) return unsure(view, 'weak_match', values)
    return {
      outcome: 'grown',
      view,
      certainty,
      reasons: [...reasons, { reason: 'grown', values }, ...unknown],
    }
  }
  // The network mixes types up: only one that it did not see there at all before is a change.
  if (isClear && isWorse(observation, view) && (place.typeScore ?? 1) < t.low_score) {
    const types = { earlier_type: match?.damage.damage_type ?? '', later_type: damage.damage_type }
    const escalated: ReasonGiven = { reason: 'type_escalated', values: types }
    return { outcome: 'escalated', view, certainty, reasons: [...reasons, escalated] }
  }
  return {
    outcome: 'same',
    view,
    certainty,
    reasons: [...reasons, { reason: 'within_error', values }, ...unknown],
  }
}

/** Where no picture shows the place well enough to tell; null where one does. */
function decideUnseen(
  observation: Observation,
  placed: readonly Placed[],
  aligned: readonly Placed[],
  t: Thresholds,
): Decision | null {
  const { isPartSeen, sameKinds } = observation
  const [first] = placed.toSorted((a, b) => b.place.look.fit - a.place.look.fit)
  const hidden = (reasons: ReasonGiven[]): Decision => ({
    outcome: 'hidden',
    view: first ?? observation.views[0] ?? null,
    certainty: 1,
    reasons,
  })
  if (isPartSeen === false) return hidden([{ reason: 'not_in_pictures', values: {} }])
  const touched = placed.find(
    ({ place }) => (place.there[0]?.share ?? 0) >= t.touching_share && place.look.fit >= t.fit_min / 2,
  )
  if (touched) return unsure(touched, 'weak_match', { share: round(touched.place.there[0]?.share ?? 0) })
  if (aligned.length === 0) {
    // Most of both pictures agrees, and this place does not: something lies over it.
    const obstacles = first && first.place.inliers >= 2 * t.inliers_min ? obstaclesOf(first, t) : []
    if (obstacles.length > 0) return hidden(obstacles)
    if (sameKinds.length > 0) return unsure(first ?? observation.views[0] ?? null, 'weak_match', {})
    if (isPartSeen === null) return hidden([{ reason: 'part_unknown', values: {} }])
    return hidden([{ reason: 'not_aligned', values: first ? { fit: round(first.place.look.fit) } : {} }])
  }
  if (aligned.some((view) => obstaclesOf(view, t).length === 0)) return null
  return { ...hidden(aligned[0] ? obstaclesOf(aligned[0], t) : []), view: aligned[0] ?? null }
}

/** Nothing was found at a place that is seen well. */
function decideMissing(
  { damage, sameKinds }: Observation,
  aligned: readonly Placed[],
  t: Thresholds,
): Decision {
  const clear = aligned.filter((view) => obstaclesOf(view, t).length === 0)
  const faint = aligned.find((view) => isFaint(view, t))
  const alike = clear.find(({ place }) => place.look.inside >= t.same_look)
  const [best] = clear
  if (faint) {
    const values = { threshold: t.low_score, score: round(faint.place.score ?? 1) }
    return unsure(faint, 'low_score_before', values)
  }
  if (alike) return unsure(alike, 'weak_match', { alike: round(alike.place.look.inside) })
  // A person sees what the network does not: then its silence about the other picture says nothing.
  const shownNow = best?.place.ownScore ?? 1
  if (!best || (damage.is_added_by_person && shownNow < 2 * t.low_score))
    return unsure(best ?? null, 'weak_match', { score: round(shownNow) })
  // One that is noted for this part, on none of these pictures, may be this one.
  const looked = new Set(aligned.map(({ other }) => other.image_id))
  if (sameKinds.some((images) => !images.some((id) => looked.has(id)))) return unsure(best, 'weak_match', {})
  return absent(best, t)
}

/**
 * Something may have been there before. Not so where the network is sure now, was far less sure then, and the place looks
 * different: then it was the surface.
 */
function isFaint(view: Placed, t: Thresholds): boolean {
  const { place } = view
  const [before, now] = [place.score ?? 1, place.ownScore ?? 0]
  if (before < t.low_score || place.look.outside > 0) return false
  return !(isOther(view, t) && now >= t.sure_score && before <= t.faint_share * now)
}

const isOther = ({ place: { look } }: Placed, t: Thresholds) =>
  look.inside <= t.other_look && look.fit >= t.other_fit_min

function unsure(view: View | null, reason: ReasonGiven['reason'], values: ReasonGiven['values']): Decision {
  return {
    outcome: 'unsure',
    view,
    certainty: round(view?.place?.look.fit ?? 0),
    reasons: [{ reason, values }],
  }
}

function absent(view: Placed, t: Thresholds): Decision {
  const { look, score, cellMm } = view.place
  const resolvable: ReasonGiven['values'] =
    cellMm === null ? {} : { min_resolvable_mm: Math.round(cellMm * Math.sqrt(t.cells_min)) }
  const faint = (score ?? 0) / t.low_score
  return {
    outcome: 'absent',
    view,
    certainty: round(look.fit * (1 - faint / 2)),
    reasons: [
      { reason: 'absent_and_visible', values: { fit: round(look.fit) } },
      { reason: 'searched_again', values: { threshold: t.low_score, score: round(score ?? 0) } },
      { reason: 'would_have_shown', values: resolvable },
    ],
  }
}

/** Why a damage would not have shown at a place. */
function obstaclesOf({ place, other, picture, sighting }: Placed, t: Thresholds): ReasonGiven[] {
  const { look, cells, cellMm, onPart, onVehicle, polygons } = place
  const [x, y] = [t.edge * other.width, t.edge * other.height]
  const isAtEdge = polygons
    .flat()
    .some(([u, v]) => u < x || v < y || u > other.width - x || v > other.height - y)
  // A map that does not know the place on the damage's own picture either says nothing about the other one.
  const isMapped = shareOnParts(picture, sighting) >= 0.5
  const isOffVehicle = isMapped && onPart !== null && onVehicle !== null && Math.max(onPart, onVehicle) < 0.5
  const isSmall = (cells !== null && cells < t.cells_min) || look.scale < t.scale_min
  const mm: ReasonGiven['values'] =
    cellMm === null ? {} : { min_resolvable_mm: Math.round(cellMm * Math.sqrt(t.cells_min)) }
  const checks: [boolean, ReasonGiven][] = [
    [isAtEdge || look.outside > 0, { reason: 'part_cropped', values: { share: round(look.outside) } }],
    [isSmall, { reason: 'too_small', values: mm }],
    [look.median < t.dark_max, { reason: 'dark', values: { grey: Math.round(look.median) } }],
    [look.glare > t.glare_share_max, { reason: 'glare', values: { share: round(look.glare) } }],
    [look.sharp < t.sharp_min, { reason: 'blurred', values: { sharp: round(look.sharp) } }],
    [
      isOffVehicle || look.rim_off > t.rim_off_max || look.ring_off > t.ring_off_max,
      { reason: 'occluded', values: { off: round(Math.max(look.rim_off, look.ring_off)) } },
    ],
  ]
  return checks.filter(([isSo]) => isSo).map(([, reason]) => reason)
}

function shareOnParts(picture: ComparedPicture, { polygons }: DamageSighting): number {
  const parts = picture.parts.flatMap((part) => part.polygons)
  return shareInside(pointsIn(polygons), parts, 0.02 * picture.width)
}

const round = (value: number) => Math.round(value * 100) / 100
