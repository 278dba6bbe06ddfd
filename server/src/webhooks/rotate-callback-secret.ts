import { requireOrganization } from '../access/scope.ts'
import { recordAdministration } from '../contracts/administration.ts'
import { type Context, inTransaction } from '../platform/context.ts'
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

  return inTransaction(ctx, async (ctx) => {
    await createCallbackReceiverIfMissing(ctx)
    const receiver = await selectCallbackReceiver(ctx).forNoKeyUpdate().executeTakeFirstOrThrow()
    await replaceSecret(ctx, receiver)
    await recordAdministration(ctx, 'callback_secret.rotated', {})
    return callbackSecretJson(ctx, await requireCallbackReceiver(ctx))
  })
}
