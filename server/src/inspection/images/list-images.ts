import { requireInspection } from '../../core/access/scope.ts'
import { makePage, type PageRequest, readPage } from '../../core/contracts/paging.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import { imageJson, selectImages } from './queries.ts'

export async function listImages(ctx: Context, inspectionId: string, query: PageRequest) {
  await requireInspection(ctx, inspectionId, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireCursor(ctx, inspectionId, page.cursor)
  let images = selectImages(ctx)
    .where('images.inspection_id', '=', inspectionId)
    .where('images.deleted_at', 'is', null)
  if (page.cursor) images = images.where('images.id', page.comparison, page.cursor)
  const rows = await images
    .orderBy('images.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map((row) => imageJson(ctx, row)), paging }
}

/** A cursor is the id of an image of this inspection; any other id is unknown here. */
async function requireCursor(ctx: Context, inspectionId: string, cursor: string): Promise<void> {
  await requireRow(
    cursor,
    ctx.db
      .selectFrom('images')
      .select('id')
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .where('id', '=', cursor),
  )
}
