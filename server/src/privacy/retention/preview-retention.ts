import { requireOrganization } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { findDueAndHeld, findNextDue } from './due.ts'
import { findDueAudit, findNextAuditDue } from './due-audit.ts'
import { type File, findNextFileDue, readProgress, selectFiles } from './due-files.ts'
import { readRules } from './get-retention.ts'
import {
  type Due,
  type FileRule,
  type InspectionRule,
  isFileRule,
  type PreviewQuery,
  type RetentionPreview,
  type Rule,
} from './schema.ts'

const COUNT_MAX = 10_000

/** What would go, and when. Changes nothing. */
export async function previewRetention(ctx: Context, trial: PreviewQuery): Promise<RetentionPreview> {
  requireOrganization(ctx, 'read')
  const rules = { ...(await readRules(ctx)), ...trial }
  return {
    object_type: 'RETENTION_PREVIEW',
    inspections: await preview(ctx, 'inspections_days', rules),
    deleted_inspections: await preview(ctx, 'deleted_inspections_days', rules),
    validated_inspections: await preview(ctx, 'validated_inspections_days', rules),
    originals: await preview(ctx, 'originals_days', rules),
    reports: await preview(ctx, 'reports_days', rules),
    audit: rules.audit_days === null ? null : await previewAudit(ctx, rules.audit_days),
  }
}

async function preview(
  ctx: Context,
  rule: FileRule | InspectionRule,
  rules: Record<Rule, number | null>,
): Promise<Due | null> {
  const days = rules[rule]
  if (days === null) return null
  const found = isFileRule(rule)
    ? await findFiles(ctx, rule, days)
    : await findDueAndHeld(ctx, rule, days, COUNT_MAX + 1)
  const counted = found.slice(0, COUNT_MAX)
  const held_count = counted.filter(({ is_held }) => is_held).length
  return {
    days,
    due_count: counted.length - held_count,
    is_counted_whole: found.length <= COUNT_MAX,
    held_count,
    next_due_at: isFileRule(rule)
      ? await findNextFileDue(ctx, rule, days)
      : await findNextDue(ctx, rule, days),
  }
}

/** Entries are numbered without a gap, so nothing needs counting. */
async function previewAudit(ctx: Context, days: number): Promise<Due> {
  const due = await findDueAudit(ctx, days)
  return {
    days,
    due_count: due ? due.sequence - due.after : 0,
    is_counted_whole: true,
    held_count: 0,
    next_due_at: await findNextAuditDue(ctx, days),
  }
}

/** Behind the place up to which everything is gone but what is held. */
async function findFiles(ctx: Context, rule: FileRule, days: number): Promise<File[]> {
  const after = await readProgress(ctx, rule)
  const { rows } = await selectFiles(ctx, rule, { after, days, limit: COUNT_MAX + 1 }).execute(ctx.db)
  return rows.filter(({ is_there }) => is_there)
}
