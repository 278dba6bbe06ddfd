import { type Expression, sql } from 'kysely'
import { arrayWithin, openBounded } from '../../core/contracts/array-within.ts'
import type { Context } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import { createStatement, keepStatements, type LaterOf } from '../../core/platform/statement.ts'
import { selectDamages } from '../../findings/damages/queries.ts'
import { selectDocuments } from '../../findings/documents/queries.ts'
import { selectParts } from '../../findings/parts/queries.ts'
import { selectPricings } from '../../findings/pricing/queries.ts'
import { selectRenderedOutputs } from '../../findings/renderings/queries.ts'
import { selectViews } from '../../findings/views/queries.ts'
import { selectWheels } from '../../findings/wheels/queries.ts'
import { selectImages } from '../../inspection/images/queries.ts'
import { selectTasks } from '../../inspection/tasks/queries.ts'

export const KINDS = [
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

/** Everything that belongs to some inspections, in one statement; null when one kind of it is larger than the limit. */
export async function selectChildrenWithin(
  ctx: Context,
  inspectionIds: string[],
  wanted: Wanted,
  limitBytes: number,
) {
  const read = statementOf(ctx, wanted.findings, wanted.details, wanted.deleted)
  const { org_id } = ctx
  const [kinds] = await read(ctx.db, { org_id, inspection_ids: inspectionIds, limit_bytes: limitBytes })
  return kinds ? openBounded(kinds) : null
}

const statementOf = keepStatements(
  (ctx: Context, findings: boolean, details: Wanted['details'], deleted: boolean) =>
    createStatement((later: LaterOf<{ org_id: string; inspection_ids: string[]; limit_bytes: number }>) => {
      const anyone = { ...ctx, org_id: later('org_id') }
      return selectKinds(
        anyone,
        anyOf(later('inspection_ids')),
        { findings, details, deleted },
        later('limit_bytes'),
      )
    }),
)

/** What belongs to the inspections that `of` says, each kind as one array: one row, or none where a kind is too large. */
export function selectKinds(ctx: Context, of: Expression<string>, wanted: Wanted, limit_bytes: number) {
  const none = anyOf([])
  const findings = wanted.findings ? of : none
  const details = wanted.details ? of : none
  let images = selectImages(ctx).where('images.inspection_id', '=', of)
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
    // Keeps the planner from writing each of them twice, once into the condition below.
    .offset(sql.lit(0))
    .as('kinds')
  // Nothing of what would be thrown away is fetched: one kind that is too large leaves no row.
  let whole = ctx.db.selectFrom(kinds).select(KINDS)
  for (const kind of KINDS) whole = whole.where(`kinds.${kind}`, 'is not', null)
  return whole
}

export type Children = NonNullable<Awaited<ReturnType<typeof selectChildrenWithin>>>
