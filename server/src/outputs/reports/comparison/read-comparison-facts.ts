import { sql } from 'kysely'
import type { FreeObject } from '../../../core/contracts/schema.ts'
import { type Context, inSnapshot } from '../../../core/platform/context.ts'
import { selectLatestEstimate } from '../../../findings/pricing/update-estimate.ts'
import { selectImages } from '../../../inspection/images/queries.ts'
import { NEVER, readCharges } from '../../comparisons/charges.ts'
import { placeJson, readGoneImages, selectPlaces } from '../../comparisons/places.ts'
import { IS_OUTDATED } from '../../comparisons/queries.ts'
import type { Comparison } from '../../comparisons/schema.ts'

export type ComparisonFacts = NonNullable<Awaited<ReturnType<typeof readComparisonFacts>>>

/** Everything the paper tells, as it was at one moment. Null when the comparison is gone or is being made anew. */
export async function readComparisonFacts(ctx: Context, comparisonId: string) {
  return inSnapshot(ctx, (ctx) => select(ctx, comparisonId))
}

async function select(ctx: Context, comparisonId: string) {
  const comparison = await ctx.db
    .selectFrom('comparisons')
    .select([
      'id',
      'version',
      'done_at',
      'earlier_inspection_id',
      'later_inspection_id',
      'is_earlier_read_again',
      sql<Comparison['models']>`models`.as('models'),
      sql<Comparison['panels']>`panels`.as('panels'),
      sql<Comparison['signals']>`signals`.as('signals'),
      IS_OUTDATED.as('is_outdated'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', comparisonId)
    .where('status', '=', 'DONE')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!comparison) return null
  const rows = await selectPlaces(ctx, comparisonId).execute()
  const { charges, charged } = await readCharges(ctx, comparison.later_inspection_id, rows)
  const gone = await readGoneImages(ctx, rows)
  const estimate = await selectLatestEstimate(ctx, comparison.later_inspection_id)
    .select('version')
    .executeTakeFirst()
  return {
    comparison,
    estimate_version: estimate?.version ?? 0,
    places: rows.map((row) => placeJson(row, charged.get(row.id) ?? NEVER, gone)),
    charges,
    earlier: await selectSide(ctx, comparison.earlier_inspection_id),
    later: await selectSide(ctx, comparison.later_inspection_id),
  }
}

/** The earlier inspection may be deleted: then its pictures are gone, and the paper says so. */
async function selectSide(ctx: Context, inspectionId: string) {
  const inspection = await ctx.db
    .selectFrom('inspections')
    .select([
      'id',
      'created_at',
      'creator_id',
      'deleted_at',
      'inspection_type',
      sql<FreeObject>`additional_data`.as('additional_data'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .executeTakeFirstOrThrow()
  const images = await selectImages(ctx)
    .where('images.inspection_id', '=', inspectionId)
    .where('images.deleted_at', 'is', null)
    .orderBy('images.id')
    .execute()
  return {
    inspection,
    vehicle: await ctx.db
      .selectFrom('vehicles')
      .select(['vin', 'plate', 'brand', 'model', 'vehicle_type', 'color', 'mileage_value', 'mileage_unit'])
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .executeTakeFirstOrThrow(),
    images: inspection.deleted_at === null ? images : [],
  }
}
