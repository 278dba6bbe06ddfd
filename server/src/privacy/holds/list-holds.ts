import { requireInspection, requireOrganization } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import type { Context } from '../../core/platform/context.ts'
import { selectHolds } from './queries.ts'
import type { Hold, HoldQuery } from './schema.ts'

/** In the order in which the inspections were created. */
export async function listHolds(ctx: Context, query: HoldQuery) {
  requireOrganization(ctx, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireInspection(ctx, page.cursor, 'read', { deleted: true })
  let holds = selectHolds(ctx)
  if (page.cursor) holds = holds.where('holds.inspection_id', page.comparison, page.cursor)
  if (query.inspection_id) {
    await requireInspection(ctx, query.inspection_id, 'read', { deleted: true })
    holds = holds.where('holds.inspection_id', '=', query.inspection_id)
  }
  const rows = await holds
    .orderBy('holds.inspection_id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map((row): Hold => ({ object_type: 'HOLD', ...row })), paging }
}
