import { makePage, type PageRequest, readPage } from '../../core/contracts/paging.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { historyEntryJson, selectHistory } from '../../inspection/history/queries.ts'
import { requireComparison } from './queries.ts'

/** What happened to a comparison. Both inspections have it; it is read from the later one. */
export async function listComparisonHistory(ctx: Context, comparisonId: string, query: PageRequest) {
  const { later_inspection_id } = await requireComparison(ctx, comparisonId, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  const events = selectHistory(ctx, later_inspection_id)
    .where(condition`events.type like 'comparison.%'`)
    .where(condition`events.payload ->> 'comparison_id' = ${comparisonId}`)
  if (page.cursor) {
    const known =
      isUuid(page.cursor) && (await events.where('events.id', '=', page.cursor).executeTakeFirst())
    if (!known) throw new Problem('not_found')
  }
  const rows = await events
    .$if(page.cursor !== undefined, (rows) => rows.where('events.id', page.comparison, page.cursor ?? ''))
    .orderBy('events.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(historyEntryJson), paging }
}
