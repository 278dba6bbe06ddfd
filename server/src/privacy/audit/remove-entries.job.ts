import { sql } from 'kysely'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { Database } from '../../core/platform/database.ts'
import { signJws } from '../../outputs/reports/signing/sign-jws.ts'
import { type DueAudit, findDueAudit } from '../retention/due-audit.ts'
import { readRules } from '../retention/get-retention.ts'
import type { AuditContext } from './audit-context.ts'
import { entryRow } from './recorder.ts'

const TYPE = 'walkaround-audit-removal+json'
const OPERATION = 'removeAuditEntries'
/** Each receipt is an entry itself. */
const DAY_MS = 86_400_000

/**
 * Lets the entries of the organization's audit go whose time is over, up to a checkpoint, at most once a day. The receipt in the chain names the
 * hash by which the rest is verified, and is signed: who owns the database can make an entry, and no signature. False when nothing is due.
 */
export async function removeAuditEntries({ signer, ...ctx }: AuditContext): Promise<boolean> {
  const { audit_days: days, updated_by: rule_by } = await readRules(ctx)
  const due = days === null ? null : await findDueAudit(ctx, days)
  const now = ctx.clock.nowMs()
  if (!due || (due.removed_at !== null && now - Date.parse(due.removed_at) < DAY_MS)) return false
  if (!(await isWorthAReceipt(ctx, due))) return false
  const { sequence, hash } = due
  const created_at = new Date(now).toISOString()
  const content = { version: 1, organization: ctx.org_id, sequence, hash, days, rule_by, created_at }
  const receipt = signer ? signJws(signer, TYPE, content, new Date(now)) : JSON.stringify(content)
  const entry = entryRow({
    org_id: ctx.org_id,
    at: now,
    subject: 'walkaround',
    operation: OPERATION,
    inspection_id: null,
    object_id: null,
    status: 200,
    reason: `Entries 1 to ${sequence} are older than ${days} days. Receipt: ${receipt}`,
    request_id: null,
  })
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ amount: number }>`
      select remove_audit_entries(${sequence}, ${JSON.stringify(entry)}::jsonb) as amount`.execute(ctx.db)
    const amount = rows[0]?.amount ?? 0
    if (amount > 0) ctx.log.info({ sequence, hash, days, amount }, 'time of audit entries is over')
    return amount > 0
  })
}

/** Receipts of an audit in which nothing else happens would make new receipts for ever. What was changed is not signed away. */
async function isWorthAReceipt(ctx: Context, { after, sequence, hash }: DueAudit): Promise<boolean> {
  const entries = ctx.db
    .selectFrom('audit_entries')
    .select('hash')
    .where('org_id', '=', ctx.org_id)
    .where('sequence', '<=', sequence)
  const last = await entries.where('sequence', '=', sequence).executeTakeFirst()
  if (last?.hash !== hash)
    throw new Error(`entry ${sequence} of the audit is not what its checkpoint says; nothing is removed`)
  const other = await entries
    .where('sequence', '>', after)
    .where('operation', '<>', OPERATION)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Deletes, of any organization, rows of entries that have a receipt. Returns how many; 0 when none is left. */
export async function deleteRemovedAuditEntries(
  database: Pick<Database, 'callAcross'>,
  most: number,
): Promise<number> {
  const [row] = await database.callAcross<{ delete_removed_audit_entries: number }>(
    'delete_removed_audit_entries',
    [most],
  )
  return row?.delete_removed_audit_entries ?? 0
}
