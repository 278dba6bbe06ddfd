import { requireOrganization } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { readDelivery, requireEndpoint } from './queries.ts'
import type { WebhookDeliveryWithAttempts } from './schema.ts'

export async function getWebhookDelivery(
  ctx: Context,
  endpointId: string,
  deliveryId: string,
): Promise<WebhookDeliveryWithAttempts> {
  requireOrganization(ctx, 'read')
  await requireEndpoint(ctx, endpointId)
  return readDelivery(ctx, endpointId, deliveryId)
}
