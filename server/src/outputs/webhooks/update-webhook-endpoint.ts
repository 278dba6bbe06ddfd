import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { Egress } from '../../core/platform/egress.ts'
import { endpointChanges } from './endpoint-changes.ts'
import { requireReceiverUrl } from './endpoint-url.ts'
import { type EndpointRow, endpointJson, lockEndpoint } from './queries.ts'
import type { UpdateWebhookEndpoint, WebhookEndpoint } from './schema.ts'

export async function updateWebhookEndpoint(
  ctx: Context,
  egress: Pick<Egress, 'check'>,
  endpointId: string,
  input: UpdateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  requireOrganization(ctx, 'write')
  if (input.url !== undefined) requireReceiverUrl(egress, input.url)

  return inTransaction(ctx, async (ctx) => {
    const endpoint = await lockEndpoint(ctx, endpointId)
    if (endpoint.deleted_at) throw new Problem('not_found')
    requireVersion(ctx, endpoint.version)
    const columns = columnsOf(endpoint, input)
    // Who repeats a change changes nothing.
    if (Object.keys(columns).length === 0) return endpointJson(endpoint)
    await ctx.db
      .updateTable('webhook_endpoints')
      .set(columns)
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', endpointId)
      .execute()
    const after = await lockEndpoint(ctx, endpointId)
    const changes = endpointChanges(endpoint, after)
    await recordAdministration(ctx, 'webhook_endpoint.updated', { endpoint_id: endpointId, changes })
    return endpointJson(after)
  })
}

function columnsOf(before: EndpointRow, input: UpdateWebhookEndpoint) {
  const { url = before.url, description = before.description, event_types = before.event_types } = input
  return {
    // Another receiver has to show anew that it answers.
    ...(url === before.url ? {} : { url, is_quick: false, failing_since: null }),
    ...(description === before.description ? {} : { description }),
    ...(JSON.stringify(event_types) === JSON.stringify(before.event_types) ? {} : { event_types }),
    ...enabledOf(before, input.is_enabled),
  }
}

/** One that is enabled again has five days anew. */
function enabledOf({ disabled_at }: EndpointRow, isEnabled: boolean | undefined) {
  if (isEnabled === undefined || isEnabled === (disabled_at === null)) return {}
  return isEnabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: sql<string>`clock_timestamp()`, disabled_reason: 'client' }
}
