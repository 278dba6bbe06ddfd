import { requireInspection } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import type { Context } from '../../core/platform/context.ts'
import { requireComparison } from '../comparisons/queries.ts'
import { objectionLinkJson, requireObjectionLink, visibleObjectionLinks } from './link-queries.ts'
import type { ObjectionLinkQuery } from './schema.ts'

export async function listObjectionLinks(ctx: Context, query: ObjectionLinkQuery) {
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  let links = visibleObjectionLinks(ctx, 'read')
  if (query.inspection_id !== undefined) {
    await requireInspection(ctx, query.inspection_id, 'read')
    links = links.where('objection_links.inspection_id', '=', query.inspection_id)
  }
  if (query.comparison_id !== undefined) {
    await requireComparison(ctx, query.comparison_id, 'read')
    links = links.where('objection_links.comparison_id', '=', query.comparison_id)
  }
  if (page.cursor !== undefined) {
    await requireObjectionLink(ctx, page.cursor, 'read')
    links = links.where('objection_links.id', page.comparison, page.cursor)
  }
  const rows = await links
    .orderBy('objection_links.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map((row) => objectionLinkJson(ctx, row)), paging }
}
