import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { Database } from '../../core/platform/database.ts'
import { insertErasure, lockAndFindKept } from '../erasures/insert-erasure.ts'
import { findDue } from './due.ts'
import { eraseFiles, KINDS } from './erase-files.ts'
import { readRules } from './get-retention.ts'
import { type InspectionRule, isFileRule, RULES, type Rule } from './schema.ts'

const INSPECTIONS_AT_ONCE = 200

/** Organizations that do not keep everything, in no order. */
export async function listOrganizationsWithRules(
  database: Pick<Database, 'callAcross'>,
): Promise<{ org_id: string }[]> {
  return database.callAcross('organizations_with_rules', [])
}

/**
 * Lets the next ones go whose time is over, as an erasure with a receipt. One of a kind at a time: the next batch waits until the one before is
 * erased, so that an organization with a million of them is not in the way of others. False when nothing is due.
 */
export async function applyRetention(ctx: Context): Promise<boolean> {
  const { updated_by, ...rules } = await readRules(ctx)
  if (updated_by === null) return false
  let isAnyDue = false
  for (const rule of RULES) {
    const days = rules[rule]
    // No erasure takes entries of the audit: they go by a receipt in the audit itself.
    if (rule === 'audit_days' || days === null || (await hasOpenErasure(ctx, subjectOf(rule)))) continue
    const isDue = isFileRule(rule)
      ? await eraseFiles(ctx, rule, { days, created_by: updated_by })
      : await eraseInspections(ctx, rule, { days, created_by: updated_by })
    isAnyDue ||= isDue
  }
  return isAnyDue
}

const subjectOf = (rule: Rule) => (isFileRule(rule) ? KINDS[rule].subject : 'rule')

async function hasOpenErasure(ctx: Context, subject: ReturnType<typeof subjectOf>): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('erasures')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('subject', '=', subject)
    .where('status', '=', 'IN_PROGRESS')
    .executeTakeFirst()
  return row !== undefined
}

async function eraseInspections(
  ctx: Context,
  rule: InspectionRule,
  { days, created_by }: { days: number; created_by: string },
): Promise<boolean> {
  const due = await findDue(ctx, rule, days, INSPECTIONS_AT_ONCE)
  if (due.length === 0) return false
  return inTransaction(ctx, async (ctx) => {
    const kept = new Set(await lockAndFindKept(ctx, due))
    const free = due.filter((id) => !kept.has(id))
    if (free.length === 0) return false
    const erasure_id = await insertErasure(ctx, { subject: 'rule', reason: 'retention', created_by }, free)
    ctx.log.info({ erasure_id, inspections: free.length }, 'time of inspections is over')
    return true
  })
}
