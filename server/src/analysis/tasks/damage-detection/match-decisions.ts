import type { DecidedDamage } from '../../../findings/damages/replace-damages.ts'
import { iouOf } from '../../boxes.ts'
import type { FusedDamage } from './fuse-damages.ts'

/** From this share of their union on, two boxes on one picture show the same place. */
const SAME_PLACE_MIN = 0.5

/** A finding and a decision, with the pictures on which both are in one place. */
type Match = { at: number; finding: FusedDamage; decision: DecidedDamage; overlaps: Map<string, number> }

/**
 * What people have already decided of each finding, whatever they made of it. A decision is about one finding of a picture:
 * what else is found in the same place, nobody has decided on.
 */
export function matchDecisions(
  found: readonly FusedDamage[],
  decided: readonly DecidedDamage[],
): Map<FusedDamage, DecidedDamage[]> {
  const decisions = new Map<FusedDamage, DecidedDamage[]>()
  const taken = new Set<string>()
  for (const { at, finding, decision, overlaps } of matchesOf(found, decided)) {
    const free = [...overlaps.keys()]
      .map((image_id) => [`${at} ${image_id}`, `${decision.id} ${image_id}`])
      .filter((keys) => keys.every((key) => !taken.has(key)))
    if (free.length === 0) continue
    for (const key of free.flat()) taken.add(key)
    decisions.set(finding, [...(decisions.get(finding) ?? []), decision])
  }
  return decisions
}

/** Those of one damage type first, then those that overlap most, over all their pictures. */
function matchesOf(found: readonly FusedDamage[], decided: readonly DecidedDamage[]): Match[] {
  return found
    .flatMap((finding, at) =>
      decided.flatMap((decision): Match[] => {
        const match = { at, finding, decision, overlaps: overlapsOf(finding, decision) }
        return isAbout(match) ? [match] : []
      }),
    )
    .sort((a, b) => Number(isOneType(b)) - Number(isOneType(a)) || totalOf(b) - totalOf(a))
}

/** A decision about another kind of damage may be about a piece of this one: it counts where it is on most of its pictures. */
function isAbout(match: Match): boolean {
  const least = isOneType(match) ? 1 : (match.finding.views.length + 1) / 2
  return match.overlaps.size >= least
}

const isOneType = ({ finding, decision }: Match) => finding.damage_type === decision.damage_type
const totalOf = ({ overlaps }: Match) => [...overlaps.values()].reduce((sum, overlap) => sum + overlap, 0)

/** By picture. */
function overlapsOf(finding: FusedDamage, decision: DecidedDamage): Map<string, number> {
  const overlaps = new Map<string, number>()
  for (const { image_id, bounding_box } of finding.views) {
    const best = Math.max(
      ...decision.views
        .filter((known) => known.image_id === image_id)
        .map((known) => iouOf(bounding_box, known.bounding_box)),
    )
    if (best >= SAME_PLACE_MIN) overlaps.set(image_id, best)
  }
  return overlaps
}
