import { requireOrganization } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import type { Context } from '../../core/platform/context.ts'
import { erasureJson, readErasure, selectErasures } from './queries.ts'
import type { ErasureQuery } from './schema.ts'

/** Newest first, each with its receipt: what to keep outside, for the day of a restore. */
export async function listErasures(ctx: Context, query: ErasureQuery) {
  requireOrganization(ctx, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await readErasure(ctx, page.cursor)
  let erasures = selectErasures(ctx)
  if (page.cursor) erasures = erasures.where('erasures.id', page.comparison, page.cursor)
  const rows = await erasures
    .orderBy('erasures.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(erasureJson), paging }
}
