import { arrayWithin, openBounded } from '../contracts/array-within.ts'
import { Problem } from '../contracts/problems.ts'
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

const KINDS = [
  'images',
  'parts',
  'damages',
  'views',
  'rendered_outputs',
  'wheels',
  'documents',
  'pricings',
  'tasks',
] as const

type Wanted = {
  /** Parts, damages and prices too. */
  findings: boolean
  /** Views, rendered outputs, wheels, documents and tasks too; the light form without polygons. */
  details: false | 'light' | 'full'
  deleted: boolean
}

/** Everything that belongs to an inspection, in one statement. */
export async function selectChildren(ctx: Context, inspectionId: string, wanted: Wanted) {
  const limit_bytes = ctx.config.ANSWER_BYTES_MAX
  const children = await selectChildrenWithin(ctx, [inspectionId], wanted, limit_bytes)
  if (!children) throw new Problem('answer_too_large', { limit_bytes })
  return children
}

/** Everything that belongs to some inspections, in one statement; null when one kind of it is larger than the limit. */
export async function selectChildrenWithin(
  ctx: Context,
  inspectionIds: string[],
  wanted: Wanted,
  limitBytes: number,
) {
  const kinds = await selectKinds(ctx, inspectionIds, wanted, limitBytes)
  return kinds ? openBounded(kinds) : null
}

async function selectKinds(ctx: Context, inspectionIds: string[], wanted: Wanted, limit_bytes: number) {
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
  const kinds = ctx.db
    .selectNoFrom([
      arrayWithin(limit_bytes, images.orderBy('images.id')).as('images'),
      arrayWithin(
        limit_bytes,
        selectParts(ctx, wanted).where('parts.inspection_id', '=', findings).orderBy('parts.id'),
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
    .as('kinds')
  // Nothing of what would be thrown away is fetched: one kind that is too large leaves no row.
  let whole = ctx.db.selectFrom(kinds).selectAll()
  for (const kind of KINDS) whole = whole.where(`kinds.${kind}`, 'is not', null)
  return whole.executeTakeFirst()
}

export type Children = Awaited<ReturnType<typeof selectChildren>>
