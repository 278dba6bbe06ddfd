import { sql } from 'kysely'
import { MODEL_AUTHOR, type Provenance } from '../../../core/contracts/findings.ts'
import type { FreeObject } from '../../../core/contracts/schema.ts'
import { condition } from '../../../core/platform/condition.ts'
import { type Context, inSnapshot } from '../../../core/platform/context.ts'
import type { Estimate } from '../../../findings/costs/estimate-types.ts'
import { selectDamages } from '../../../findings/damages/queries.ts'
import { selectDocuments } from '../../../findings/documents/queries.ts'
import { selectParts } from '../../../findings/parts/queries.ts'
import { selectPricings } from '../../../findings/pricing/queries.ts'
import { selectLatestEstimate } from '../../../findings/pricing/update-estimate.ts'
import { selectViews } from '../../../findings/views/queries.ts'
import { selectWheels } from '../../../findings/wheels/queries.ts'
import { selectImages } from '../../../inspection/images/queries.ts'

/** History beyond this is in the service, not on paper. */
const HISTORY_MAX = 500

export type ReportFacts = Awaited<ReturnType<typeof readFacts>>

/** Everything a report tells of an inspection, as it was at one moment. Null when the inspection is gone. */
export async function readFacts(ctx: Context, inspectionId: string) {
  return inSnapshot(ctx, (ctx) => select(ctx, inspectionId))
}

async function select(ctx: Context, inspectionId: string) {
  const inspection = await ctx.db
    .selectFrom('inspections')
    .select([
      'id',
      'created_at',
      'creator_id',
      'inspection_type',
      sql<FreeObject>`additional_data`.as('additional_data'),
      sql<number>`count_changes(org_id, id)`.as('change_count'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', inspectionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!inspection) return null
  const damages = await selectDamages(ctx)
    .where('damages.inspection_id', '=', inspectionId)
    .orderBy('damages.id')
    .execute()
  const prices = await selectPricings(ctx)
    .where('pricings.inspection_id', '=', inspectionId)
    .orderBy('pricings.id')
    .execute()
  const events = await selectEvents(ctx, inspectionId)
  return {
    inspection,
    vehicle: await selectVehicle(ctx, inspectionId),
    images: await selectShownImages(ctx, inspectionId),
    parts: await selectPartsOf(ctx, inspectionId),
    damages: damages.filter(({ deleted_at }) => deleted_at === null),
    views: await selectViews(ctx, { light: false })
      .where('views.inspection_id', '=', inspectionId)
      .where('views.deleted_at', 'is', null)
      .where('views.damage_id', 'is not', null)
      .orderBy('views.id')
      .execute(),
    wheels: await selectWheels(ctx)
      .where('wheel_analyses.inspection_id', '=', inspectionId)
      .orderBy('wheel_analyses.id')
      .execute(),
    documents: await selectDocuments(ctx)
      .where('documents.inspection_id', '=', inspectionId)
      .orderBy('documents.id')
      .execute(),
    prices: prices.filter(({ deleted_at }) => deleted_at === null),
    estimate:
      (
        await selectLatestEstimate(ctx, inspectionId)
          .select(sql<Estimate>`content`.as('content'))
          .executeTakeFirst()
      )?.content ?? null,
    tasks: await selectTasks(ctx, inspectionId),
    validations: await selectValidations(ctx, inspectionId),
    events,
    older_events: Math.max((events[0]?.total ?? 0) - events.length, 0),
    // The history tells of what is no longer there as well.
    told: { damages, prices, views: await selectAllViews(ctx, inspectionId) },
  }
}

async function selectVehicle(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('vehicles')
    .selectAll()
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .executeTakeFirstOrThrow()
}

async function selectShownImages(ctx: Context, inspectionId: string) {
  return selectImages(ctx)
    .where('images.inspection_id', '=', inspectionId)
    .where('images.deleted_at', 'is', null)
    .orderBy('images.id')
    .execute()
}

async function selectPartsOf(ctx: Context, inspectionId: string) {
  // The history names the parts of damages that are no longer there.
  return selectParts(ctx, { deleted: true })
    .where('parts.inspection_id', '=', inspectionId)
    .orderBy('parts.id')
    .execute()
}

/** Which damage each view shows, also of those that were deleted. */
async function selectAllViews(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('views')
    .select(['id', 'damage_id', 'deleted_at'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('damage_id', 'is not', null)
    .orderBy('id')
    .execute()
}

/** What ran, with the models of the newest results. */
async function selectTasks(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('tasks')
    .select([
      'name',
      'status',
      'started_at',
      'done_at',
      sql<Provenance['models'] | null>`(
        select provenance -> 'models' from task_results
        where task_results.org_id = tasks.org_id and task_results.task_id = tasks.id
          and task_results.generation = tasks.generation and provenance ? 'models'
        order by image_id limit 1)`.as('models'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .orderBy('id')
    .execute()
}

/** Who validated what the newest run of each task left. Beside the history, of which only the newest part is read. */
async function selectValidations(ctx: Context, inspectionId: string) {
  return ctx.db
    .selectFrom('events')
    .innerJoin('tasks', (join) =>
      join
        .onRef('tasks.org_id', '=', 'events.org_id')
        .onRef('tasks.inspection_id', '=', 'events.inspection_id')
        .on(condition`events.payload ->> 'task_id' = tasks.id::text
          and events.payload ->> 'generation' = tasks.generation::text`),
    )
    .select(['tasks.name', 'events.created_at', 'events.created_by'])
    .where('events.org_id', '=', ctx.org_id)
    .where('events.inspection_id', '=', inspectionId)
    .where('events.type', '=', 'task.validated')
    .where('tasks.status', '=', 'VALIDATED')
    .orderBy('events.id')
    .execute()
}

/** What people did, and what ended. What models found is in the report itself, and progress says nothing to a reader. */
async function selectEvents(ctx: Context, inspectionId: string) {
  const newest = await ctx.db
    .selectFrom('events')
    .select([
      'type',
      'created_at',
      'created_by',
      'reason',
      sql<Record<string, unknown>>`payload`.as('payload'),
      sql<Record<string, { before: unknown; after: unknown }> | null>`changes`.as('changes'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where(
      condition`type ~ '^(damage|view|pricing|vehicle|inspection)\\.' or type in ('image.deleted', 'task.done', 'task.failed', 'task.validated')`,
    )
    .where(condition`not (created_by = ${MODEL_AUTHOR} and type ~ '^(damage|view|pricing)\\.')`)
    .orderBy('id', 'desc')
    .limit(HISTORY_MAX)
    .execute()
  return newest.toReversed()
}
