import { requireOrganization } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import { deliveryJson, requireEndpoint, selectDeliveries } from './queries.ts'
import type { WebhookDeliveryQuery } from './schema.ts'

/** What was sent to an endpoint in the last 30 days, what failed, and what still waits. */
export async function listWebhookDeliveries(ctx: Context, endpointId: string, query: WebhookDeliveryQuery) {
  requireOrganization(ctx, 'read')
  await requireEndpoint(ctx, endpointId)
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  if (page.cursor) await requireCursor(ctx, endpointId, page.cursor)
  let deliveries = selectDeliveries(ctx, endpointId)
  if (query.state) deliveries = deliveries.where('state', '=', query.state)
  if (page.cursor) deliveries = deliveries.where('id', page.comparison, page.cursor)
  const rows = await deliveries
    .orderBy('id', page.direction)
    .limit(page.limit + 1)
    .execute()
  const { data, paging } = makePage(page, rows)
  return { data: data.map(deliveryJson), paging }
}

/** A cursor is the id of a delivery to this endpoint, in whatever state it is by now. */
async function requireCursor(ctx: Context, endpointId: string, cursor: string): Promise<void> {
  await requireRow(cursor, selectDeliveries(ctx, endpointId).where('id', '=', cursor))
}
