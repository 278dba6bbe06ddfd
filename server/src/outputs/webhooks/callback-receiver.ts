import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { READ_AT } from './queries.ts'
import { newSecret, sealSecret } from './secrets.ts'

/** The row that stands for all callbacks of an organization: it holds their secret and how their receivers do. */
export function selectCallbackReceiver(ctx: Context) {
  return ctx.db
    .selectFrom('webhook_endpoints')
    .where('org_id', '=', ctx.org_id)
    .where('kind', '=', 'callbacks')
    .select(['id', 'created_at', 'secret', 'previous_secret_until', READ_AT])
}

/** Made when it is needed first. Of two at once, the second makes none. */
export async function createCallbackReceiverIfMissing(ctx: Context): Promise<void> {
  if (await selectCallbackReceiver(ctx).executeTakeFirst()) return
  const { org_id } = ctx
  const id = uuidv7()
  const seal = await ctx.keys.openSealer(org_id)
  await ctx.db
    .insertInto('webhook_endpoints')
    .values({
      org_id,
      id,
      kind: 'callbacks',
      created_by: ctx.principal.subject,
      secret: sealSecret(seal, newSecret(), { org_id, id }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function requireCallbackReceiver(ctx: Context) {
  const receiver = await selectCallbackReceiver(ctx).executeTakeFirst()
  if (!receiver) throw new Problem('not_found')
  return receiver
}
