import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { makePage, type Page, type PageRequest, readPage } from '../../core/contracts/paging.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import { historyEntryJson, selectHistory } from './queries.ts'

/** Everything that happened to an inspection: what people corrected, and what the service did itself. */
export async function listHistory(ctx: Context, inspectionId: string, query: PageRequest) {
  await requireInspection(ctx, inspectionId, 'read')
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireCursor(ctx, inspectionId, page.cursor)
  await requireBytes(ctx, inspectionId, page)
  const rows = await pageOf(ctx, inspectionId, page)
    .orderBy('events.id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(historyEntryJson), paging }
}

function pageOf(ctx: Context, inspectionId: string, page: Page) {
  const events = selectHistory(ctx, inspectionId)
  return page.cursor ? events.where('events.id', page.comparison, page.cursor) : events
}

/** Regions of views are large, and a page may hold hundreds of them. */
async function requireBytes(ctx: Context, inspectionId: string, page: Page): Promise<void> {
  const limit_bytes = ctx.config.ANSWER_BYTES_MAX
  const rows = pageOf(ctx, inspectionId, page)
    .clearSelect()
    .select(sql<number>`coalesce(octet_length(events.changes::text), 0)`.as('bytes'))
    .orderBy('events.id', page.direction)
    .limit(page.limit)
  const { bytes } = await ctx.db
    .selectFrom(rows.as('rows'))
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  if (bytes > limit_bytes) throw new Problem('answer_too_large', { limit_bytes })
}

/** A cursor is the id of something that happened to this inspection; any other id is unknown here. */
async function requireCursor(ctx: Context, inspectionId: string, cursor: string): Promise<void> {
  await requireRow(
    cursor,
    selectHistory(ctx, inspectionId).clearSelect().select('events.id').where('events.id', '=', cursor),
  )
}
