import { requireInspection } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { requireComparison } from '../comparisons/queries.ts'
import { IS_OVERDUE, objectionJson, requireObjection, visibleObjections } from './queries.ts'
import type { ObjectionQuery } from './schema.ts'

export async function listObjections(ctx: Context, query: ObjectionQuery) {
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  let objections = visibleObjections(ctx, 'read')
  if (query.inspection_id !== undefined) {
    await requireInspection(ctx, query.inspection_id, 'read')
    objections = objections.where('objections.inspection_id', '=', query.inspection_id)
  }
  if (query.comparison_id !== undefined) {
    await requireComparison(ctx, query.comparison_id, 'read')
    objections = objections.where('objections.comparison_id', '=', query.comparison_id)
  }
  if (query.status !== undefined)
    objections = objections.where('objections.decided_at', query.status === 'open' ? 'is' : 'is not', null)
  if (query.is_overdue !== undefined)
    objections = objections.where(query.is_overdue ? IS_OVERDUE : condition`not (${IS_OVERDUE})`)
  if (page.cursor !== undefined) {
    await requireObjection(ctx, page.cursor, 'read')
    objections = objections.where('objections.id', page.comparison, page.cursor)
  }
  const rows = await objections
    .orderBy('objections.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map((row) => objectionJson(ctx, row)), paging }
}
