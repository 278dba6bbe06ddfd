import { sql } from 'kysely'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { waitUntil } from '../../core/platform/wait-until.ts'
import { NEVER, readCharges } from './charges.ts'
import { placeJson, readGoneImages, selectPlaces } from './places.ts'
import { comparisonSummaryJson, requireComparison, selectComparisons } from './queries.ts'
import type { Comparison } from './schema.ts'

/** Waits for one that is being made, as long as the caller wants to. */
export async function getComparison(ctx: Context, comparisonId: string, waitMs: number): Promise<Comparison> {
  const untilMs = ctx.clock.nowMs() + waitMs
  const { later_inspection_id } = await requireComparison(ctx, comparisonId, 'read')
  if (waitMs > 0)
    await waitUntil(ctx, later_inspection_id, untilMs, async () => {
      const row = await selectComparisons(ctx).where('comparisons.id', '=', comparisonId).executeTakeFirst()
      return row?.status !== 'IN_PROGRESS'
    })
  return readComparison(ctx, comparisonId)
}

/** The whole of it, as the caller sees it. */
export async function readComparison(ctx: Context, comparisonId: string): Promise<Comparison> {
  const row = await selectComparisons(ctx)
    .select([
      sql<Comparison['models']>`comparisons.models`.as('models'),
      'comparisons.is_earlier_read_again',
      sql<Comparison['panels']>`comparisons.panels`.as('panels'),
      sql<Comparison['signals']>`comparisons.signals`.as('signals'),
    ])
    .where('comparisons.id', '=', comparisonId)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return { ...row, ...comparisonSummaryJson(row), ...(await readFindings(ctx, comparisonId, row)) }
}

async function readFindings(ctx: Context, comparisonId: string, pair: { later_inspection_id: string }) {
  const rows = await selectPlaces(ctx, comparisonId).execute()
  const { charges, charged } = await readCharges(ctx, pair.later_inspection_id, rows)
  const gone = await readGoneImages(ctx, rows)
  return { places: rows.map((row) => placeJson(row, charged.get(row.id) ?? NEVER, gone)), charges }
}
