import { sql } from 'kysely'
import { requireOperatorOrReader } from '../../core/access/scope.ts'
import type { AdministrationType } from '../../core/contracts/administration-types.ts'
import { makePage, type PageRequest, readPage } from '../../core/contracts/paging.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import type { AdministrationEvent } from './schema.ts'

/** Who changed webhooks and quotas of the organization, and how. */
export async function listAdministrationEvents(ctx: Context, query: PageRequest) {
  requireOperatorOrReader(ctx)
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireCursor(ctx, page.cursor)
  let events = selectAdministrationEvents(ctx)
  if (page.cursor) events = events.where('id', page.comparison, page.cursor)
  const rows = await events
    .orderBy('id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(administrationEventJson), paging }
}

function selectAdministrationEvents(ctx: Context) {
  return ctx.db
    .selectFrom('administration_events')
    .where('administration_events.org_id', '=', ctx.org_id)
    .select([
      'id',
      'created_at',
      'created_by',
      'request_id',
      sql<AdministrationType>`type`.as('type'),
      sql<AdministrationEvent['payload']>`payload`.as('payload'),
    ])
}

type AdministrationRow = Awaited<ReturnType<ReturnType<typeof selectAdministrationEvents>['execute']>>[number]

const administrationEventJson = (row: AdministrationRow): AdministrationEvent => ({
  ...row,
  object_type: 'ADMINISTRATION_EVENT',
})

/** A cursor is the id of an event of this organization; any other id is unknown here. */
async function requireCursor(ctx: Context, cursor: string): Promise<void> {
  await requireRow(cursor, selectAdministrationEvents(ctx).where('id', '=', cursor))
}
