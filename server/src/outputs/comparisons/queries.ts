import { sql } from 'kysely'
import { type Action, reachOf, visibleInspections } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { VERDICTS } from './method/types.ts'
import type { Comparison, ComparisonSummary, Summary } from './schema.ts'

const countOf = (verdict: string) =>
  sql`${sql.lit(verdict)}, count(*) filter (where coalesce(p.verdict, p.proposed_verdict) = ${sql.lit(verdict)})`

/** Places that are no damage count nowhere. */
const SUMMARY = sql<Summary>`(
  select jsonb_build_object(${sql.join(VERDICTS.map(countOf))}, 'open', count(*) filter (where p.verdict is null))
  from comparison_places p
  where p.org_id = comparisons.org_id and p.comparison_id = comparisons.id and p.is_damage)`

/** What has run to its end knows how many changes it has seen; until then nothing is outdated. */
export const IS_OUTDATED = condition`coalesce(
  count_compared_changes(comparisons.org_id, comparisons.earlier_inspection_id) > comparisons.earlier_change_count
  or count_compared_changes(comparisons.org_id, comparisons.later_inspection_id) > comparisons.later_change_count, false)`

/**
 * The comparisons that the caller may act on: both inspections are theirs to read, and the later one is there and theirs
 * to act on. The earlier one may be deleted: what was decided by it stays.
 */
export function selectVisible(ctx: Context, action: Action, options: { deleted?: boolean } = {}) {
  let comparisons = ctx.db
    .selectFrom('comparisons')
    .where('comparisons.org_id', '=', ctx.org_id)
    .$if(!options.deleted, (rows) => rows.where('comparisons.deleted_at', 'is', null))
    .where((eb) =>
      eb.exists(
        visibleInspections(ctx, 'read')
          .select('inspections.id')
          .whereRef('inspections.id', '=', eb.ref('comparisons.later_inspection_id'))
          .where('inspections.deleted_at', 'is', null),
      ),
    )
    .where((eb) =>
      eb.exists(
        visibleInspections(ctx, 'read')
          .select('inspections.id')
          .whereRef('inspections.id', '=', eb.ref('comparisons.earlier_inspection_id')),
      ),
    )
  if (reachOf(ctx, 'read') !== 'all' || reachOf(ctx, action) !== 'all')
    comparisons = comparisons.where('comparisons.owner_id', '=', ctx.principal.subject)
  return comparisons
}

export function selectComparisons(ctx: Context, action: Action = 'read') {
  return selectVisible(ctx, action).select([
    'comparisons.id',
    'comparisons.created_at',
    'comparisons.updated_at',
    'comparisons.created_by',
    'comparisons.done_at',
    'comparisons.version',
    sql<Comparison['status']>`comparisons.status`.as('status'),
    'comparisons.progress',
    'comparisons.error',
    sql<Comparison['started_by']>`comparisons.started_by`.as('started_by'),
    'comparisons.earlier_inspection_id',
    'comparisons.later_inspection_id',
    IS_OUTDATED.as('is_outdated'),
    SUMMARY.as('summary'),
  ])
}

export const comparisonSummaryJson = (row: Omit<ComparisonSummary, 'object_type'>): ComparisonSummary => ({
  ...row,
  object_type: 'COMPARISON',
})

/** Refuses one that the caller cannot see with the same answer as one that never was. */
export async function requireComparison(ctx: Context, comparisonId: string, action: Action) {
  return requireRow(
    comparisonId,
    selectVisible(ctx, action)
      .select(['comparisons.earlier_inspection_id', 'comparisons.later_inspection_id'])
      .where('comparisons.id', '=', comparisonId),
  )
}

/** Locks it, then both inspections in the order of their ids: whoever else holds two of them takes them so. */
export async function lockComparison(ctx: TransactionContext, comparisonId: string, action: Action) {
  const row = await requireRow(
    comparisonId,
    selectVisible(ctx, action)
      .select([
        'comparisons.id',
        'comparisons.version',
        'comparisons.status',
        'comparisons.run',
        'comparisons.earlier_inspection_id',
        'comparisons.later_inspection_id',
      ])
      .where('comparisons.id', '=', comparisonId)
      .forNoKeyUpdate('comparisons'),
  )
  const { earlier_inspection_id, later_inspection_id } = row
  const gone = await lockInspections(ctx, [earlier_inspection_id, later_inspection_id])
  if (gone.has(later_inspection_id)) throw new Problem('not_found')
  return { ...row, is_earlier_gone: gone.has(earlier_inspection_id) }
}

/** Locks inspections and says which of them are deleted. */
export async function lockInspections(
  ctx: TransactionContext,
  inspectionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('inspections')
    .select(['id', 'deleted_at'])
    .where('org_id', '=', ctx.org_id)
    .where('id', 'in', inspectionIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : [id])))
}
