import { sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import type { Verdict } from './method/types.ts'
import type { ComparisonPlace, Sighting } from './schema.ts'

/** As it is stored: whether its picture is still there is known when it is read. */
export type StoredSighting = Omit<Sighting, 'is_gone'>
type StoredPair = { earlier: StoredSighting | null; later: StoredSighting | null }

/** A place with what the method said of it and what a person did, each as it was said. */
export function selectPlaces(ctx: Context, comparisonId: string) {
  return ctx.db
    .selectFrom('comparison_places')
    .select([
      'id',
      'number',
      'version',
      sql<Verdict>`proposed_verdict`.as('proposed_verdict'),
      'certainty',
      sql<ComparisonPlace['part_type']>`part_type`.as('part_type'),
      sql<ComparisonPlace['damage_type']>`damage_type`.as('damage_type'),
      sql<ComparisonPlace['reasons']>`reasons`.as('reasons'),
      sql<StoredSighting | null>`earlier`.as('earlier'),
      sql<StoredSighting | null>`later`.as('later'),
      sql<StoredPair[]>`other_pairs`.as('other_pairs'),
      sql<Verdict | null>`verdict`.as('verdict'),
      'reason',
      'decided_by',
      'decided_at',
      'note',
      'is_damage',
      'is_chargeable',
    ])
    .where('org_id', '=', ctx.org_id)
    .where('comparison_id', '=', comparisonId)
    .orderBy('number')
}

export type PlaceRow = Awaited<ReturnType<ReturnType<typeof selectPlaces>['execute']>>[number]

/** What holds: the person's verdict, else the proposed one. */
export const verdictOf = (place: Pick<PlaceRow, 'verdict' | 'proposed_verdict'>): Verdict =>
  place.verdict ?? place.proposed_verdict

export type Charged = Pick<ComparisonPlace, 'is_chargeable' | 'chargeable_rule' | 'amount'>

export function placeJson(row: PlaceRow, charged: Charged, gone: ReadonlySet<string>): ComparisonPlace {
  const { verdict, reason, decided_by, decided_at, ...fields } = row
  const seen = (sighting: StoredSighting | null) =>
    sighting && { ...sighting, is_gone: gone.has(sighting.image_id) }
  return {
    ...fields,
    object_type: 'COMPARISON_PLACE',
    verdict: verdictOf(row),
    earlier: seen(row.earlier),
    later: seen(row.later),
    other_pairs: row.other_pairs.map(({ earlier, later }) => ({
      earlier: seen(earlier),
      later: seen(later),
    })),
    decision:
      verdict === null || decided_by === null || decided_at === null
        ? null
        : { verdict, reason, note: row.note, decided_by, decided_at },
    ...charged,
  }
}

/** The pictures of places that are no longer there, alone or with their inspection. */
export async function readGoneImages(ctx: Context, rows: readonly PlaceRow[]): Promise<Set<string>> {
  const pairs = rows.flatMap((row) => [row, ...row.other_pairs])
  const named = new Set(
    pairs.flatMap(({ earlier, later }) => [earlier, later].flatMap((one) => (one ? [one.image_id] : []))),
  )
  if (named.size === 0) return named
  const kept = await ctx.db
    .selectFrom('images')
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'images.org_id')
        .onRef('inspections.id', '=', 'images.inspection_id'),
    )
    .select('images.id')
    .where('images.org_id', '=', ctx.org_id)
    .where('images.id', 'in', [...named])
    .where('images.deleted_at', 'is', null)
    .where('inspections.deleted_at', 'is', null)
    .execute()
  for (const { id } of kept) named.delete(id)
  return named
}
