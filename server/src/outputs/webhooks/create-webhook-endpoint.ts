import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import type { Egress } from '../../core/platform/egress.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { readLimits } from '../../tenancy/quotas/queries.ts'
import { endpointChanges } from './endpoint-changes.ts'
import { requireReceiverUrl } from './endpoint-url.ts'
import { endpointJson, lockEndpoint } from './queries.ts'
import type { CreateWebhookEndpoint, WebhookEndpointWithSecret } from './schema.ts'
import { newSecret, sealSecret } from './secrets.ts'

export async function createWebhookEndpoint(
  ctx: Context,
  egress: Pick<Egress, 'check'>,
  { url, description = null, event_types = null }: CreateWebhookEndpoint,
): Promise<WebhookEndpointWithSecret> {
  requireOrganization(ctx, 'write')
  requireReceiverUrl(egress, url)
  const { org_id } = ctx
  const id = uuidv7()
  const secret = newSecret()
  const seal = await ctx.keys.openSealer(org_id)

  return inTransaction(ctx, async (ctx) => {
    await requireRoom(ctx)
    await ctx.db
      .insertInto('webhook_endpoints')
      .values({
        org_id,
        id,
        created_by: ctx.principal.subject,
        url,
        description,
        event_types,
        secret: sealSecret(seal, secret, { org_id, id }),
      })
      .execute()
    const endpoint = await lockEndpoint(ctx, id)
    const changes = endpointChanges(null, endpoint)
    await recordAdministration(ctx, 'webhook_endpoint.created', { endpoint_id: id, changes })
    return { ...endpointJson(endpoint), secret }
  })
}

/** Exact, because one at a time is made in an organization. */
async function requireRoom(ctx: TransactionContext): Promise<void> {
  const { webhook_endpoints_max: limit } = await readLimits(ctx)
  const place = `webhook_endpoints/${ctx.org_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(ctx.db)
  const { count } = await ctx.db
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('kind', '=', 'endpoint')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('webhook_endpoints_too_many', { limit })
}
