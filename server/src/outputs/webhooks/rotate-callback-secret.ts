import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import {
  createCallbackReceiverIfMissing,
  requireCallbackReceiver,
  selectCallbackReceiver,
} from './callback-receiver.ts'
import { callbackSecretJson } from './get-callback-secret.ts'
import { replaceSecret } from './rotate-webhook-secret.ts'
import type { CallbackSecret } from './schema.ts'

export async function rotateCallbackSecret(ctx: Context): Promise<CallbackSecret> {
  requireOrganization(ctx, 'write')
  await createCallbackReceiverIfMissing(ctx)
  const seal = await ctx.keys.openSealer(ctx.org_id)

  return inTransaction(ctx, async (ctx) => {
    const receiver = await selectCallbackReceiver(ctx).forNoKeyUpdate().executeTakeFirstOrThrow()
    const secret = await replaceSecret(ctx, receiver, seal)
    await recordAdministration(ctx, 'callback_secret.rotated', {})
    return callbackSecretJson(await requireCallbackReceiver(ctx), secret)
  })
}
