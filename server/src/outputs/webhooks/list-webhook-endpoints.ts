import { requireOrganization } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { endpointJson, selectEndpoints } from './queries.ts'
import type { WebhookEndpoint } from './schema.ts'

/** All of them, newest first: the quota `webhook_endpoints_max` bounds them. */
export async function listWebhookEndpoints(ctx: Context): Promise<{ data: WebhookEndpoint[] }> {
  requireOrganization(ctx, 'read')
  const rows = await selectEndpoints(ctx).where('deleted_at', 'is', null).orderBy('id', 'desc').execute()
  return { data: rows.map((row) => endpointJson(row)) }
}
