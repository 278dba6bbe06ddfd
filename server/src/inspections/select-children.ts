import { arrayWithin, requireAll } from '../contracts/array-within.ts'
import { selectDamages } from '../damages/queries.ts'
import { selectDocuments } from '../documents/queries.ts'
import { selectImages } from '../images/queries.ts'
import { selectParts } from '../parts/queries.ts'
import type { Context } from '../platform/context.ts'
import { anyOf } from '../platform/database.ts'
import { selectPricings } from '../pricing/queries.ts'
import { selectRenderedOutputs } from '../renderings/queries.ts'
import { selectTasks } from '../tasks/queries.ts'
import { selectViews } from '../views/queries.ts'
import { selectWheels } from '../wheels/queries.ts'

type Wanted = {
  /** Parts, damages and prices too. */
  findings: boolean
  /** Views, rendered outputs, wheels, documents and tasks too; the light form without polygons. */
  details: false | 'light' | 'full'
  deleted: boolean
}

/** Everything that belongs to some inspections, in one statement however many they are. */
export async function selectChildren(ctx: Context, inspectionIds: string[], wanted: Wanted) {
  const all = anyOf(inspectionIds)
  const findings = anyOf(wanted.findings ? inspectionIds : [])
  const details = anyOf(wanted.details ? inspectionIds : [])
  let images = selectImages(ctx).where('images.inspection_id', '=', all)
  let damages = selectDamages(ctx).where('damages.inspection_id', '=', findings)
  let views = selectViews(ctx, { light: wanted.details === 'light' }).where(
    'views.inspection_id',
    '=',
    details,
  )
  let pricings = selectPricings(ctx).where('pricings.inspection_id', '=', findings)
  if (!wanted.deleted) {
    images = images.where('images.deleted_at', 'is', null)
    damages = damages.where('damages.deleted_at', 'is', null)
    views = views.where('views.deleted_at', 'is', null)
    pricings = pricings.where('pricings.deleted_at', 'is', null)
  }
  const limit_bytes = ctx.config.ANSWER_BYTES_MAX
  const row = await ctx.db
    .selectNoFrom([
      arrayWithin(limit_bytes, images.orderBy('images.id')).as('images'),
      arrayWithin(
        limit_bytes,
        selectParts(ctx).where('parts.inspection_id', '=', findings).orderBy('parts.id'),
      ).as('parts'),
      arrayWithin(limit_bytes, damages.orderBy('damages.id')).as('damages'),
      arrayWithin(limit_bytes, views.orderBy('views.id')).as('views'),
      arrayWithin(
        limit_bytes,
        selectRenderedOutputs(ctx)
          .where('rendered_outputs.inspection_id', '=', details)
          .orderBy('rendered_outputs.id'),
      ).as('rendered_outputs'),
      arrayWithin(
        limit_bytes,
        selectWheels(ctx).where('wheel_analyses.inspection_id', '=', details).orderBy('wheel_analyses.id'),
      ).as('wheels'),
      arrayWithin(
        limit_bytes,
        selectDocuments(ctx).where('documents.inspection_id', '=', details).orderBy('documents.id'),
      ).as('documents'),
      arrayWithin(limit_bytes, pricings.orderBy('pricings.id')).as('pricings'),
      arrayWithin(limit_bytes, selectTasks(ctx).where('tasks.inspection_id', '=', details)).as('tasks'),
    ])
    .executeTakeFirstOrThrow()
  return requireAll(row, limit_bytes)
}

export type Children = Awaited<ReturnType<typeof selectChildren>>
