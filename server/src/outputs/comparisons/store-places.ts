import type { TransactionContext } from '../../core/platform/context.ts'
import { chunksOf, json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import type { ComparedPlace } from './method/types.ts'
import { type PlaceRow, type StoredSighting, selectPlaces } from './places.ts'
import { isReadAgain, overlap } from './read-again.ts'

/**
 * Writes what a run found over what the last one found. A place that was there before keeps its id, its number and what
 * people said of it; numbers are never given twice. Returns the last number given.
 */
export async function storePlaces(
  ctx: TransactionContext,
  comparisonId: string,
  found: readonly ComparedPlace[],
  lastNumber: number,
): Promise<number> {
  const left = await selectPlaces(ctx, comparisonId).execute()
  await ctx.db
    .deleteFrom('comparison_places')
    .where('org_id', '=', ctx.org_id)
    .where('comparison_id', '=', comparisonId)
    .execute()
  const before = matchPlaces(found, left)
  let number = lastNumber
  const rows = found.map((place, at) => {
    const old = before[at]
    return {
      org_id: ctx.org_id,
      comparison_id: comparisonId,
      ...(old ? keptOf(old, place) : { id: uuidv7(), number: ++number }),
      proposed_verdict: place.proposed_verdict,
      certainty: place.certainty,
      part_type: place.part_type,
      damage_type: place.damage_type,
      reasons: json(place.reasons),
      earlier: place.earlier && json(hideReadAgain(place.earlier)),
      later: place.later && json(hideReadAgain(place.later)),
      other_pairs: json(
        place.other_pairs.map(({ earlier, later }) => ({
          earlier: earlier && hideReadAgain(earlier),
          later: later && hideReadAgain(later),
        })),
      ),
    }
  })
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('comparison_places').values(chunk).execute()
  return number
}

const hideReadAgain = (sighting: StoredSighting): StoredSighting =>
  sighting.damage_id !== null && isReadAgain(sighting.damage_id) ? { ...sighting, damage_id: null } : sighting

/** Who only agreed has agreed with what was proposed then. Who gave a reason has decided, whatever is proposed. */
function keptOf(old: PlaceRow, { proposed_verdict }: ComparedPlace) {
  const { id, number, note, is_damage, verdict, reason, decided_by, decided_at, is_chargeable } = old
  const kept = { id, number, note, is_damage, version: old.version + 1 }
  const isLapsed =
    verdict === null ? old.proposed_verdict !== proposed_verdict : !reason && verdict !== proposed_verdict
  return isLapsed ? kept : { ...kept, verdict, reason, decided_by, decided_at, is_chargeable }
}

type Place = { part_type: string | null; earlier: StoredSighting | null; later: StoredSighting | null }

/** For each place that was found, the one it was before, if any: the same damages, else the same part and spot. */
export function matchPlaces<Old extends Place>(
  found: readonly Place[],
  old: readonly Old[],
): (Old | undefined)[] {
  const free = new Set(old)
  const matches: (Old | undefined)[] = found.map(() => undefined)
  for (const isSame of [sharesDamage('later'), sharesDamage('earlier'), sharesSpot])
    found.forEach((place, at) => {
      if (matches[at]) return
      const match = [...free].find((candidate) => isSame(place, candidate))
      if (!match) return
      matches[at] = match
      free.delete(match)
    })
  return matches
}

const sharesDamage = (side: 'earlier' | 'later') => (a: Place, b: Place) => {
  const id = a[side]?.damage_id ?? null
  return id !== null && id === b[side]?.damage_id
}

function sharesSpot(a: Place, b: Place): boolean {
  if (a.part_type !== b.part_type) return false
  return (['later', 'earlier'] as const).some((side) => {
    const [one, other] = [a[side], b[side]]
    return one && other && one.image_id === other.image_id && overlap(one.bounding_box, other.bounding_box)
  })
}
