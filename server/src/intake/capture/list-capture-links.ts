import { requireInspection } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import type { Context } from '../../core/platform/context.ts'
import { captureLinkJson, requireCaptureLink, visibleCaptureLinks } from './link-queries.ts'
import type { CaptureLinkQuery } from './schema.ts'

export async function listCaptureLinks(ctx: Context, query: CaptureLinkQuery) {
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  let links = visibleCaptureLinks(ctx, 'read')
  if (query.inspection_id !== undefined) {
    await requireInspection(ctx, query.inspection_id, 'read')
    links = links.where('capture_links.inspection_id', '=', query.inspection_id)
  }
  if (query.is_reusable !== undefined)
    links = links.where('capture_links.inspection_id', query.is_reusable ? 'is' : 'is not', null)
  if (page.cursor !== undefined) {
    await requireCaptureLink(ctx, page.cursor, 'read')
    links = links.where('capture_links.id', page.comparison, page.cursor)
  }
  const rows = await links
    .orderBy('capture_links.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(captureLinkJson), paging }
}
