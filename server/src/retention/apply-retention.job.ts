import { insertErasure, lockAndFindHeld } from '../erasures/insert-erasure.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { findDue } from './due.ts'
import { readRetention } from './get-retention.ts'
import { RULES } from './schema.ts'

const INSPECTIONS_AT_ONCE = 200

/** Organizations that do not keep everything, in no order. */
export async function listOrganizationsWithRules(
  database: Pick<Database, 'callAcross'>,
): Promise<{ org_id: string }[]> {
  return database.callAcross('organizations_with_rules', [])
}

/**
 * Lets the next ones go whose time is over, as an erasure with a receipt. One at a time: the next batch waits until the one before is
 * erased, so that an organization with a million of them is not in the way of others. False when nothing is due.
 */
export async function applyRetention(ctx: Context): Promise<boolean> {
  const { updated_by, ...rules } = await readRetention(ctx)
  if (updated_by === null || (await hasOpenErasure(ctx))) return false
  for (const rule of RULES) {
    const days = rules[rule]
    if (days === null) continue
    const due = await findDue(ctx, rule, days, INSPECTIONS_AT_ONCE)
    if (due.length > 0 && (await erase(ctx, updated_by, due))) return true
  }
  return false
}

async function hasOpenErasure(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('erasures')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('subject', '=', 'rule')
    .where('status', '=', 'IN_PROGRESS')
    .executeTakeFirst()
  return row !== undefined
}

async function erase(ctx: Context, created_by: string, due: string[]): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const held = new Set(await lockAndFindHeld(ctx, due))
    const free = due.filter((id) => !held.has(id))
    if (free.length === 0) return false
    const erasure_id = await insertErasure(ctx, { subject: 'rule', reason: 'retention', created_by }, free)
    ctx.log.info({ erasure_id, inspections: free.length }, 'time of inspections is over')
    return true
  })
}
