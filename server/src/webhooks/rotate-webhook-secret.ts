import { requireOrganization } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../platform/context.ts'
import { endpointJson, lockEndpoint } from './queries.ts'
import type { WebhookEndpointWithSecret } from './schema.ts'
import { newSecret, SECRET_OVERLAP_MS, sealSecret } from './secrets.ts'

/** The old one signs on for a day beside the new one. One that was rotated out before is gone at once. */
export async function rotateWebhookSecret(
  ctx: Context,
  endpointId: string,
): Promise<WebhookEndpointWithSecret> {
  requireOrganization(ctx, 'write')

  return inTransaction(ctx, async (ctx) => {
    const endpoint = await lockEndpoint(ctx, endpointId)
    if (endpoint.deleted_at) throw new Problem('not_found')
    requireVersion(ctx, endpoint.version)
    const secret = await replaceSecret(ctx, endpoint)
    return { ...endpointJson(await lockEndpoint(ctx, endpointId), ctx.clock.nowMs()), secret }
  })
}

/** Of a locked row. Returns the new secret. */
export async function replaceSecret(
  ctx: TransactionContext,
  { id, secret: before }: { id: string; secret: string },
): Promise<string> {
  const secret = newSecret()
  await ctx.db
    .updateTable('webhook_endpoints')
    .set({
      secret: sealSecret(ctx.config.SEALING_KEYS, secret, { org_id: ctx.org_id, id }),
      previous_secret: before,
      previous_secret_until: new Date(ctx.clock.nowMs() + SECRET_OVERLAP_MS).toISOString(),
    })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', id)
    .execute()
  return secret
}
