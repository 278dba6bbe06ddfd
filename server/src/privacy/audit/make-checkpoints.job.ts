import { inTransaction } from '../../core/platform/context.ts'
import type { Database } from '../../core/platform/database.ts'
import { signJws } from '../../outputs/reports/signing/sign-jws.ts'
import type { AuditContext } from './audit-context.ts'

const AGE = '1 hour'
const TYPE = 'walkaround-audit+json'

/** Organizations, in no order, whose audit has grown since a checkpoint of an hour ago. */
export async function listAuditsWithoutCheckpoint(
  database: Pick<Database, 'callAcross'>,
  age = AGE,
): Promise<{ org_id: string }[]> {
  return database.callAcross('audits_without_checkpoint', [age])
}

/** Signs what the audit of the organization is now. The log says it too, which is often kept elsewhere. */
export async function makeCheckpoint({ signer, ...ctx }: AuditContext): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const head = await ctx.db
      .selectFrom('audit_heads')
      .select(['sequence', 'hash'])
      .where('org_id', '=', ctx.org_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { sequence, hash } = head
    const created_at = new Date(ctx.clock.nowMs()).toISOString()
    const content = { version: 1, organization: ctx.org_id, sequence, hash, created_at }
    const jws = signer && signJws(signer, TYPE, content, new Date(created_at))
    await ctx.db
      .insertInto('audit_checkpoints')
      .values({ org_id: ctx.org_id, sequence, hash, created_at, jws })
      .onConflict((conflict) => conflict.columns(['org_id', 'sequence']).doNothing())
      .execute()
    await ctx.db
      .updateTable('audit_heads')
      .set({ checkpoint_at: created_at, checkpoint_sequence: sequence })
      .where('org_id', '=', ctx.org_id)
      .execute()
    ctx.log.info({ sequence, hash }, 'audit checkpoint')
    return {}
  })
}
