import { type Expression, type RawBuilder, type Simplify, sql } from 'kysely'
import { Problem } from '../contracts/problems.ts'
import { selectDamages } from '../damages/queries.ts'
import { selectImages } from '../images/queries.ts'
import { selectParts } from '../parts/queries.ts'
import type { Context } from '../platform/context.ts'
import { anyOf } from '../platform/database.ts'
import { selectPricings } from '../pricing/queries.ts'
import { selectTasks } from '../tasks/queries.ts'
import { selectViews } from '../views/queries.ts'

type Wanted = {
  /** Parts, damages and prices too. */
  findings: boolean
  /** Views and tasks too; the light form without polygons. */
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
      arrayWithin(limit_bytes, pricings.orderBy('pricings.id')).as('pricings'),
      arrayWithin(limit_bytes, selectTasks(ctx).where('tasks.inspection_id', '=', details)).as('tasks'),
    ])
    .executeTakeFirstOrThrow()
  const { images: pictures, parts, damages: found, views: seen, pricings: prices, tasks } = row
  if (!pictures || !parts || !found || !seen || !prices || !tasks)
    throw new Problem('answer_too_large', { limit_bytes })
  return { images: pictures, parts, damages: found, views: seen, pricings: prices, tasks }
}

export type Children = Awaited<ReturnType<typeof selectChildren>>

/**
 * The rows as one JSON array, or null when it would be larger than the limit: the driver ends the process on a value
 * above half a gigabyte. What comes after the limit is not put together.
 */
function arrayWithin<O>(bytes: number, rows: Expression<O>): RawBuilder<Simplify<O>[] | null> {
  return sql`(
    select case when bool_or(size > ${bytes}) then null
      else ('[' || coalesce(string_agg(text, ',') filter (where size <= ${bytes}), '') || ']')::json end
    from (
      select text, sum(octet_length(text)) over (rows unbounded preceding) as size
      from (select row_to_json(agg)::text as text from ${rows} as agg) texts
    ) sized)`
}
