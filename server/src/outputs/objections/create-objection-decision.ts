import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { objectionJson, requireObjection } from './queries.ts'
import type { CreateObjectionDecision, Objection } from './schema.ts'

const DECISIONS_MAX = 50

/** A person answers, for good: who changes their mind decides again, and both decisions stay. */
export async function createObjectionDecision(
  ctx: Context,
  objectionId: string,
  { decision, reason }: CreateObjectionDecision,
): Promise<Objection> {
  await requireDecidable(ctx, { objection_id: objectionId })

  return inTransaction(ctx, async (ctx) => {
    await lockObjection(ctx, objectionId)
    const { inspection_id, comparison_id, version, decisions } = await requireObjection(
      ctx,
      objectionId,
      'write',
    )
    requireVersion(ctx, version)
    if (decisions.length >= DECISIONS_MAX)
      throw new Problem('limit_reached', { resource: 'objection_decisions', limit: DECISIONS_MAX })
    const { decided_at } = await ctx.db
      .insertInto('objection_decisions')
      .values({
        org_id: ctx.org_id,
        objection_id: objectionId,
        decision,
        reason,
        decided_by: ctx.principal.subject,
        decided_at: sql<string>`clock_timestamp()`,
      })
      .returning('decided_at')
      .executeTakeFirstOrThrow()
    await ctx.db
      .updateTable('objections')
      .set({ decided_at })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', objectionId)
      .execute()
    await emit(
      ctx,
      'objection.decided',
      inspection_id,
      { objection_id: objectionId, decision, ...(comparison_id ? { comparison_id } : {}) },
      { item_version: version + 1, reason },
    )
    await lockVisibleInspection(ctx, inspection_id, 'write')
    return objectionJson(ctx, await requireObjection(ctx, objectionId, 'write'))
  })
}

/** No program answers a person, unless the operator says that nobody signs in here. */
export async function requireDecidable(
  ctx: Context,
  { objection_id }: { objection_id: string },
): Promise<void> {
  await requireObjection(ctx, objection_id, 'write')
  if (ctx.principal.isProgram && !ctx.config.PROGRAMS_MAY_DECIDE) throw new Problem('person_needed')
}

async function lockObjection(ctx: TransactionContext, objectionId: string): Promise<void> {
  await ctx.db
    .selectFrom('objections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', objectionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
