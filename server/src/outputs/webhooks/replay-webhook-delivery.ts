import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { lockEnabledEndpoint, readDelivery } from './queries.ts'
import type { WebhookDeliveryWithAttempts } from './schema.ts'

/** Sends a message again, with the same id, whatever became of it before. The retry table starts over. */
export async function replayWebhookDelivery(
  ctx: Context,
  endpointId: string,
  deliveryId: string,
): Promise<WebhookDeliveryWithAttempts> {
  requireOrganization(ctx, 'write')

  return inTransaction(ctx, async (ctx) => {
    await lockEnabledEndpoint(ctx, endpointId)
    const { id } = await readDelivery(ctx, endpointId, deliveryId)
    await ctx.db
      .updateTable('webhook_deliveries')
      .set(replayed)
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', id)
      .execute()
    const delivery = { endpoint_id: endpointId, delivery_id: id }
    await recordAdministration(ctx, 'webhook_delivery.replayed', delivery)
    return readDelivery(ctx, endpointId, id)
  })
}

/** What makes a delivery due again. */
export const replayed = {
  state: 'pending',
  ended_at: null,
  next_attempt_at: sql<string>`clock_timestamp()`,
  earlier_attempt_count: sql<number>`webhook_deliveries.attempt_count`,
}
