import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { deletedJson } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { endpointChanges } from './endpoint-changes.ts'
import { lockEndpoint } from './queries.ts'
import type { DeletedWebhookEndpoint } from './schema.ts'

/** What opens doors at the receiver; addresses hold keys too. */
const FORGOTTEN = { url: '', secret: '', previous_secret: null, previous_secret_until: null }

/** Nothing is sent any more but what is under way at this moment. A repeat answers the same. */
export async function deleteWebhookEndpoint(
  ctx: Context,
  endpointId: string,
): Promise<DeletedWebhookEndpoint> {
  requireOrganization(ctx, 'write')

  return inTransaction(ctx, async (ctx) => {
    const endpoint = await lockEndpoint(ctx, endpointId)
    if (endpoint.deleted_at) return deletedJson('WEBHOOK_ENDPOINT', endpointId, endpoint.deleted_at)
    requireVersion(ctx, endpoint.version)
    const { deleted_at } = await ctx.db
      .updateTable('webhook_endpoints')
      .set({ deleted_at: sql`clock_timestamp()`, ...FORGOTTEN })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', endpointId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    const changes = endpointChanges(endpoint, { ...endpoint, url: FORGOTTEN.url })
    await recordAdministration(ctx, 'webhook_endpoint.deleted', { endpoint_id: endpointId, changes })
    return deletedJson('WEBHOOK_ENDPOINT', endpointId, deleted_at)
  })
}
