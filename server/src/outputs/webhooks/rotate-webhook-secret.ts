import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import type { Seal } from '../../core/platform/organization-keys.ts'
import { endpointJson, lockEndpoint } from './queries.ts'
import type { WebhookEndpointWithSecret } from './schema.ts'
import { newSecret, SECRET_OVERLAP_S, sealSecret } from './secrets.ts'

/** The old one signs on for a day beside the new one. One that was rotated out before is gone at once. */
export async function rotateWebhookSecret(
  ctx: Context,
  endpointId: string,
): Promise<WebhookEndpointWithSecret> {
  requireOrganization(ctx, 'write')
  const seal = await ctx.keys.openSealer(ctx.org_id)

  return inTransaction(ctx, async (ctx) => {
    const endpoint = await lockEndpoint(ctx, endpointId)
    if (endpoint.deleted_at) throw new Problem('not_found')
    requireVersion(ctx, endpoint.version)
    const secret = await replaceSecret(ctx, endpoint, seal)
    await recordAdministration(ctx, 'webhook_endpoint.secret_rotated', { endpoint_id: endpointId })
    return { ...endpointJson(await lockEndpoint(ctx, endpointId)), secret }
  })
}

/** Of a locked row. Returns the new secret. */
export async function replaceSecret(
  ctx: TransactionContext,
  { id, secret: before }: { id: string; secret: string },
  seal: Seal,
): Promise<string> {
  const secret = newSecret()
  await ctx.db
    .updateTable('webhook_endpoints')
    .set({
      secret: sealSecret(seal, secret, { org_id: ctx.org_id, id }),
      previous_secret: before,
      previous_secret_until: sql<string>`clock_timestamp() + make_interval(secs => ${SECRET_OVERLAP_S})`,
    })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', id)
    .execute()
  return secret
}
