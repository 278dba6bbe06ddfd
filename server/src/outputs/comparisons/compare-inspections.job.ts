import { sql } from 'kysely'
import { DAMAGE_SEGMENTER, gridSideOf } from '../../analysis/damage/segment-damage.ts'
import { ModelUnavailable } from '../../analysis/inference/model.ts'
import { type AnalysisContext, PictureMissing, readWorkingPicture } from '../../analysis/working-picture.ts'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { type Context, inSnapshot, inTransaction } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { readGray } from '../../core/platform/pictures/pixels.ts'
import { emitComparison } from './emit-comparison.ts'
import { type ComparisonError, endInError, lockOpenComparison } from './end-comparison.ts'
import { perceptualHash } from './method/perceptual-hash.ts'
import type { Compared, ComparedPicture, DamageGrid, Side } from './method/types.ts'
import { installedModels, readAgain } from './read-again.ts'
import { readSide, type SideFacts } from './read-side.ts'
import { ComparisonTooLong, runCompare } from './run-compare.ts'
import { searchPicture } from './search-picture.ts'
import { storePlaces } from './store-places.ts'

type Job = JobPayloads['compare_inspections']

/** The longest side of the pictures that the method lays over each other. */
const RASTER_SIDE_MAX = 640

type Made = Compared & {
  models: SideFacts['models']
  is_earlier_read_again: boolean
  earlier_change_count: number
  later_change_count: number
}

/** Compares two inspections and ends the comparison. A second delivery finds it over and changes nothing. */
export async function compareInspections(ctx: AnalysisContext, job: Job): Promise<void> {
  const pair = await selectOpen(ctx, job)
  if (!pair) return
  const facts = await inSnapshot(ctx, async (ctx) => ({
    earlier: await readSide(ctx, pair.earlier_inspection_id),
    later: await readSide(ctx, pair.later_inspection_id),
  }))
  if (typeof facts.earlier === 'string') return endComparison(ctx, job, facts.earlier)
  if (typeof facts.later === 'string') return endComparison(ctx, job, facts.later)
  await endComparison(ctx, job, await make(ctx, job, facts.earlier, facts.later))
}

async function selectOpen(ctx: Context, { comparison_id, run }: Job) {
  return ctx.db
    .selectFrom('comparisons')
    .select(['earlier_inspection_id', 'later_inspection_id'])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', comparison_id)
    .where('run', '=', run)
    .where('status', '=', 'IN_PROGRESS')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The reason where trying again would not help. */
async function make(
  ctx: AnalysisContext,
  job: Job,
  before: SideFacts,
  later: SideFacts,
): Promise<Made | ComparisonError> {
  try {
    const isSame = JSON.stringify(before.models) === JSON.stringify(later.models)
    const earlier = isSame
      ? before
      : await readAgain(ctx, before, (share) => recordProgress(ctx, job, 50 * share))
    const compared = await compareSides(ctx, job, earlier, later)
    return {
      ...compared,
      models: isSame ? later.models : installedModels(ctx),
      is_earlier_read_again: !isSame,
      earlier_change_count: before.change_count,
      later_change_count: later.change_count,
    }
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    ctx.log.error({ err: error, comparison_id: job.comparison_id }, 'comparison given up')
    return reason
  }
}

function reasonOf(error: unknown): ComparisonError | null {
  if (error instanceof PictureMissing) return 'picture_missing'
  if (error instanceof ModelUnavailable) return 'model_not_ready'
  return error instanceof ComparisonTooLong ? 'too_long' : null
}

async function compareSides(
  ctx: AnalysisContext,
  job: Job,
  before: SideFacts,
  now: SideFacts,
): Promise<Compared> {
  const earlier = await withPixels(ctx, before)
  const later = await withPixels(ctx, now)
  await recordProgress(ctx, job, 60)
  const search = async (imageIds: string[]) => {
    const grids = new Map<string, DamageGrid>()
    for (const [at, imageId] of imageIds.entries()) {
      const { jpeg } = await readWorkingPicture(ctx, imageId)
      grids.set(imageId, await searchPicture(ctx.models, imageId, jpeg))
      await recordProgress(ctx, job, 70 + (25 * (at + 1)) / imageIds.length)
    }
    return grids
  }
  return runCompare({ earlier, later, gridSide: readGridSide(ctx), search }, ctx.config.COMPARISON_TIMEOUT_MS)
}

async function withPixels(ctx: Context, facts: SideFacts): Promise<Side> {
  const pictures: ComparedPicture[] = []
  for (const picture of facts.pictures) {
    const { jpeg } = await readWorkingPicture(ctx, picture.image_id)
    const raster = await readGray(jpeg, RASTER_SIDE_MAX)
    pictures.push({ ...picture, raster, perceptual_hash: perceptualHash(raster) })
  }
  const { inspection_id, created_at, vin, plate, damages } = facts
  return { inspection_id, created_at, vin, plate, damages, pictures }
}

/** Null where the network is not ready, without which some pairs can be compared all the same. */
function readGridSide({ models }: AnalysisContext): number | null {
  try {
    return gridSideOf(models.get(DAMAGE_SEGMENTER).manifest)
  } catch (error) {
    if (error instanceof ModelUnavailable) return null
    throw error
  }
}

async function recordProgress(ctx: Context, { comparison_id, run }: Job, percent: number): Promise<void> {
  const progress = Math.floor(percent)
  await ctx.db
    .updateTable('comparisons')
    .set({ progress })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', comparison_id)
    .where('run', '=', run)
    .where('status', '=', 'IN_PROGRESS')
    .where('progress', '<', progress)
    .execute()
}

/** `made` is the reason where it cannot be made. */
async function endComparison(ctx: Context, job: Job, made: Made | ComparisonError): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const comparison = await lockOpenComparison(ctx, job)
    if (!comparison) return
    if (comparison.is_gone) return endInError(ctx, comparison, 'inspection_deleted')
    if (typeof made === 'string') return endInError(ctx, comparison, made)
    const { places, signals, panels, models, ...columns } = made
    await ctx.db
      .updateTable('comparisons')
      .set({
        ...columns,
        status: 'DONE',
        progress: 100,
        done_at: sql`clock_timestamp()`,
        updated_at: sql`clock_timestamp()`,
        signals: json(signals),
        panels: json(panels),
        models: json(models),
        last_number: await storePlaces(ctx, comparison.id, places, comparison.last_number),
      })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', comparison.id)
      .execute()
    await emitComparison(ctx, 'comparison.done', comparison)
  })
}
