import { sql } from 'kysely'
import type { Context } from '../../core/platform/context.ts'
import { cutoff } from './due.ts'

/** The entries of the audit that are due: those after `after`, up to the one of a checkpoint. */
export type DueAudit = { after: number; sequence: number; hash: string; removed_at: string | null }

/** Entries go together up to a checkpoint, by which the rest can be verified: it is the last one whose time is over. */
export async function findDueAudit(ctx: Context, days: number): Promise<DueAudit | null> {
  const { rows } = await sql<DueAudit>`
    select h.removed_sequence as after, c.sequence, c.hash, h.removed_at
    from audit_heads h cross join lateral (
      select sequence, hash from audit_checkpoints
      where org_id = h.org_id and created_at < ${cutoff(days)} order by created_at desc, sequence desc limit 1) c
    where h.org_id = ${ctx.org_id} and c.sequence > h.removed_sequence`.execute(ctx.db)
  return rows[0] ?? null
}

/** When the next checkpoint is due. */
export async function findNextAuditDue(ctx: Context, days: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('audit_checkpoints')
    .select(sql<string>`created_at + make_interval(days => ${days})`.as('due_at'))
    .where('org_id', '=', ctx.org_id)
    .where('created_at', '>=', cutoff(days))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}
