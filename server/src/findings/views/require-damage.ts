import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'

/** Refuses a damage of another inspection, and a deleted one, like one that never existed. */
export async function requireDamage(ctx: Context, inspectionId: string, damageId: string): Promise<void> {
  await requireRow(damageId, selectDamage(ctx, inspectionId, damageId))
}

/** The same inside a transaction, until whose end nobody deletes the damage. */
export async function lockDamageForShare(
  ctx: TransactionContext,
  inspectionId: string,
  damageId: string,
): Promise<void> {
  const row = await selectDamage(ctx, inspectionId, damageId).forShare().executeTakeFirst()
  if (!row) throw new Problem('not_found')
}

function selectDamage(ctx: Context, inspectionId: string, damageId: string) {
  return ctx.db
    .selectFrom('damages')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('id', '=', damageId)
    .where('deleted_at', 'is', null)
}
