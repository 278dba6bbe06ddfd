import type { Point } from '../../../core/contracts/findings.ts'
import { PART_TYPES, type PartType } from '../../../core/contracts/part-types.ts'
import { Aligner } from './align.ts'
import { type Decision, decide, picturesToSearch } from './decide.ts'
import { boxOf, invert } from './geometry.ts'
import { type Observation, observe, type View, withAnswers } from './observe.ts'
import { signalsOf } from './signals.ts'
import { THRESHOLDS, type Thresholds } from './thresholds.ts'
import type {
  Compared,
  ComparedDamage,
  ComparedPanels,
  ComparedPicture,
  ComparedPlace,
  DamageGrid,
  Pair,
  Side,
  Sighting,
  Verdict,
} from './types.ts'

const OTHER_PAIRS_MAX = 4

/** What the network answers on pictures, by their ids. */
export type Search = (imageIds: string[]) => Promise<ReadonlyMap<string, DamageGrid>>

/** What changed between two inspections. The same input gives the same answer, byte for byte. */
export async function compare(
  earlier: Side,
  later: Side,
  gridSide: number | null,
  search: Search,
): Promise<Compared> {
  const observations = observeBoth(earlier, later, gridSide)
  const toSearch = new Set(observations.flatMap((each) => picturesToSearch(each, THRESHOLDS)))
  const grids = await search([...toSearch].toSorted())
  return {
    places: placesOf(observations.map((each) => withAnswers(each, grids))),
    signals: signalsOf(earlier, later),
    panels: comparePanels(earlier, later),
  }
}

/** Every damage of both sides with all that verdicts go by, but for what the network answers. */
export function observeBoth(
  earlier: Side,
  later: Side,
  gridSide: number | null,
  aligner = new Aligner(THRESHOLDS.inliers_min),
): Observation[] {
  const looking = { aligner, gridSide }
  return [
    ...later.damages.map((damage) => observe(damage, 'later', later, earlier, looking)),
    ...earlier.damages.map((damage) => observe(damage, 'earlier', earlier, later, looking)),
  ]
}

/** The places of a comparison: later damages, each with what was there before, then earlier ones that are gone. */
export function placesOf(
  observations: readonly Observation[],
  thresholds: Thresholds = THRESHOLDS,
): ComparedPlace[] {
  const matched = new Set<string>()
  const places: ComparedPlace[] = []
  for (const observation of observations) {
    const { damage, own } = observation
    if (matched.has(damage.damage_id)) continue
    const decision = decide(observation, thresholds)
    const isFound = ['same', 'grown', 'escalated'].includes(decision.outcome)
    const there = decision.view?.place?.there ?? []
    const isTaken = (share: number) => share >= (isFound ? thresholds.same_share : thresholds.touching_share)
    // One place: what is named on the other side of it gets no place of its own.
    if (own === 'later') for (const each of there) if (isTaken(each.share)) matched.add(each.damage.damage_id)
    if (own === 'earlier') contradict(places, observation, decision, thresholds)
    // A piece of a later damage, whose place stands already.
    if (own === 'earlier' && isFound) continue
    const place = placeOf(observation, decision)
    if (!place) continue
    const twin = isFound ? places.find((known) => isSameDamage(known, place)) : undefined
    if (!twin) places.push(place)
    else if (twin.other_pairs.length < OTHER_PAIRS_MAX)
      twin.other_pairs.push({ earlier: place.earlier, later: place.later })
  }
  return places
}

/** A later damage that an earlier one touches, seen from the earlier one's own picture, is not new: other pictures were looked at for it. */
function contradict(
  places: ComparedPlace[],
  { damage, own }: Observation,
  decision: Decision,
  { touching_share, fit_min }: Thresholds,
): void {
  const { view } = decision
  if ((view?.place?.look.fit ?? 0) < fit_min / 2) return
  for (const each of view?.place?.there ?? [])
    for (const place of places) {
      const isIt = place.later?.damage_id === each.damage.damage_id && place.proposed_verdict === 'new'
      if (!view || !isIt || each.share < touching_share) continue
      const doubt = { ...decision, outcome: 'unsure' as const }
      place.proposed_verdict = 'uncertain'
      place.certainty = decision.certainty
      place.reasons = [{ reason: 'weak_match', values: { share: Math.round(each.share * 100) / 100 } }]
      place.other_pairs = [...place.other_pairs, pairOf(damage, own, view, doubt)].slice(-OTHER_PAIRS_MAX)
    }
}

/** Two later damages of two pictures that were one before are one damage: found twice, and not joined. */
function isSameDamage(known: ComparedPlace, place: ComparedPlace): boolean {
  const [before, now] = [known.earlier?.damage_id, known.later?.image_id]
  return (
    before !== undefined &&
    before !== null &&
    before === place.earlier?.damage_id &&
    known.damage_type === place.damage_type &&
    known.proposed_verdict === place.proposed_verdict &&
    now !== place.later?.image_id
  )
}

function placeOf(observation: Observation, decision: Decision): ComparedPlace | null {
  const { damage, own, views } = observation
  const first = decision.view ?? views[0] ?? null
  const pair = first ? pairOf(damage, own, first, decision) : alone(observation)
  if (!pair) return null
  const others = views
    .filter((view) => view !== first && view.place !== null)
    .slice(0, OTHER_PAIRS_MAX)
    .map((view) => pairOf(damage, own, view, decision))
  return {
    proposed_verdict: verdictOf(decision, own),
    certainty: Math.max(0, Math.min(1, decision.certainty)),
    part_type: damage.part_type,
    damage_type: damage.damage_type,
    reasons:
      own === 'earlier'
        ? decision.reasons.map(({ reason, values }) =>
            reason === 'absent_and_visible' ? { reason: 'gone_and_visible', values } : { reason, values },
          )
        : decision.reasons,
    ...pair,
    other_pairs: others,
  }
}

function verdictOf({ outcome }: Decision, own: 'earlier' | 'later'): Verdict {
  switch (outcome) {
    case 'same':
      return 'unchanged'
    case 'grown':
    case 'escalated':
      return 'worsened'
    case 'absent':
      return own === 'later' ? 'new' : 'repaired'
    case 'unsure':
      return 'uncertain'
    case 'hidden':
      return 'not_comparable'
  }
}

/** The two sides of one view: the damage, and the same place on the other picture. */
function pairOf(damage: ComparedDamage, own: 'earlier' | 'later', view: View, { outcome }: Decision): Pair {
  const { sighting, picture, other, place } = view
  const mine = sightingOf(picture, sighting.polygons, { damage, sighting }, null)
  const match = outcome === 'absent' || outcome === 'hidden' ? undefined : place?.there[0]
  const resolvable = place?.cellMm ? Math.round(place.cellMm * Math.sqrt(THRESHOLDS.cells_min)) : null
  const theirs = place
    ? sightingOf(other, match?.sighting.polygons ?? place.polygons, match ?? null, resolvable)
    : null
  if (own === 'later')
    return { later: mine, earlier: theirs && { ...theirs, alignment: place?.matrix ?? null } }
  return { earlier: { ...mine, alignment: place ? invert(place.matrix) : null }, later: theirs }
}

/** Where no picture of the other side may show it. */
function alone({ damage, own, at }: Observation): Pair | null {
  if (!at) return null
  const mine = sightingOf(at.picture, at.sighting.polygons, { damage, sighting: at.sighting }, null)
  return own === 'later' ? { later: mine, earlier: null } : { earlier: mine, later: null }
}

type Found = { damage: ComparedDamage; sighting: ComparedDamage['sightings'][number] }

function sightingOf(
  picture: ComparedPicture,
  polygons: Point[][],
  found: Found | null,
  min_resolvable_mm: number | null,
): Sighting {
  const rounded = polygons.map((polygon) => polygon.map(([x, y]): Point => [tenths(x), tenths(y)]))
  const { image_id, captured_at, captured_at_source, sha256 } = picture
  const box = found?.sighting.bounding_box ?? boxOf(rounded)
  return {
    damage_id: found?.damage.damage_id ?? null,
    image_id,
    polygons: rounded,
    bounding_box: box,
    score: found?.sighting.score ?? null,
    length_mm: found?.sighting.length_mm ?? null,
    length_error_mm: found?.sighting.length_error_mm ?? null,
    min_resolvable_mm,
    captured_at,
    captured_at_source,
    sha256,
    alignment: null,
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Which parts of the vehicle both sides show, and which only one does. */
function comparePanels(earlier: Side, later: Side): ComparedPanels {
  const [before, now] = [partsSeen(earlier), partsSeen(later)]
  const of = (isWanted: (part: PartType) => boolean) => PART_TYPES.filter(isWanted)
  return {
    compared: of((part) => before.has(part) && now.has(part)),
    not_seen_before: of((part) => !before.has(part) && now.has(part)),
    not_seen_now: of((part) => before.has(part) && !now.has(part)),
  }
}

function partsSeen({ pictures }: Side): Set<PartType> {
  return new Set(pictures.flatMap(({ parts }) => parts.map(({ part_type }) => part_type)))
}
