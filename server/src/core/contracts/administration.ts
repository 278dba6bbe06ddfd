import type { TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import type { AdministrationPayloads, AdministrationType } from './administration-types.ts'

/** Takes a transaction only: the record exists exactly when the change behind it is committed. */
export async function recordAdministration<T extends AdministrationType>(
  ctx: TransactionContext,
  type: T,
  payload: AdministrationPayloads[T],
): Promise<void> {
  await ctx.db
    .insertInto('administration_events')
    .values({
      org_id: ctx.org_id,
      type,
      payload: json(payload),
      created_by: ctx.principal.subject,
      request_id: ctx.request_id,
    })
    .execute()
}
