import { requireOrganization } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { createCallbackReceiverIfMissing, requireCallbackReceiver } from './callback-receiver.ts'
import type { CallbackSecret } from './schema.ts'
import { openSecret } from './secrets.ts'

/**
 * Callbacks go wherever their tasks say, to receivers of several people. They share one secret, so it can be read
 * again: one who had to rotate it to see it would break the others.
 */
export async function getCallbackSecret(ctx: Context): Promise<CallbackSecret> {
  requireOrganization(ctx, 'write')
  await createCallbackReceiverIfMissing(ctx)
  const receiver = await requireCallbackReceiver(ctx)
  const place = { org_id: ctx.org_id, id: receiver.id }
  return callbackSecretJson(receiver, await openSecret(ctx.keys, receiver.secret, place))
}

type Receiver = Awaited<ReturnType<typeof requireCallbackReceiver>>

export function callbackSecretJson(receiver: Receiver, secret: string): CallbackSecret {
  const { created_at, previous_secret_until: until, read_at } = receiver
  return {
    object_type: 'CALLBACK_SECRET',
    secret,
    created_at,
    previous_secret_until: until !== null && Date.parse(until) > Date.parse(read_at) ? until : null,
  }
}
