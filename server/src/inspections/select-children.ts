import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { selectDamages } from '../damages/queries.ts'
import { selectImages } from '../images/queries.ts'
import { selectParts } from '../parts/queries.ts'
import type { Context } from '../platform/context.ts'
import { selectPricings } from '../pricing/queries.ts'
import { selectTasks } from '../tasks/queries.ts'
import { selectViews } from '../views/queries.ts'

type Wanted = {
  /** Parts, damages and prices too. */
  findings: boolean
  /** Views and tasks too. */
  details: boolean
  deleted: boolean
}

/** Everything that belongs to some inspections, in one statement however many they are. */
export async function selectChildren(ctx: Context, inspectionIds: string[], wanted: Wanted) {
  const all = among(inspectionIds)
  const findings = among(wanted.findings ? inspectionIds : [])
  const details = among(wanted.details ? inspectionIds : [])
  let images = selectImages(ctx).where('images.inspection_id', '=', all)
  let damages = selectDamages(ctx).where('damages.inspection_id', '=', findings)
  let views = selectViews(ctx).where('views.inspection_id', '=', details)
  let pricings = selectPricings(ctx).where('pricings.inspection_id', '=', findings)
  if (!wanted.deleted) {
    images = images.where('images.deleted_at', 'is', null)
    damages = damages.where('damages.deleted_at', 'is', null)
    views = views.where('views.deleted_at', 'is', null)
    pricings = pricings.where('pricings.deleted_at', 'is', null)
  }
  return ctx.db
    .selectNoFrom([
      jsonArrayFrom(images.orderBy('images.id')).as('images'),
      jsonArrayFrom(selectParts(ctx).where('parts.inspection_id', '=', findings).orderBy('parts.id')).as(
        'parts',
      ),
      jsonArrayFrom(damages.orderBy('damages.id')).as('damages'),
      jsonArrayFrom(views.orderBy('views.id')).as('views'),
      jsonArrayFrom(pricings.orderBy('pricings.id')).as('pricings'),
      jsonArrayFrom(selectTasks(ctx).where('tasks.inspection_id', '=', details)).as('tasks'),
    ])
    .executeTakeFirstOrThrow()
}

export type Children = Awaited<ReturnType<typeof selectChildren>>

function among(ids: string[]) {
  return sql<string>`any(${ids}::uuid[])`
}
