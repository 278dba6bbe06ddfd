import { requireOrganization } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { endpointJson, requireEndpoint } from './queries.ts'
import type { WebhookEndpoint } from './schema.ts'

export async function getWebhookEndpoint(ctx: Context, endpointId: string): Promise<WebhookEndpoint> {
  requireOrganization(ctx, 'read')
  return endpointJson(await requireEndpoint(ctx, endpointId))
}
