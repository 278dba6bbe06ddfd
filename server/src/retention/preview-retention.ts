import { requireOrganization } from '../access/scope.ts'
import type { Context } from '../platform/context.ts'
import { findDueAndHeld, findNextDue } from './due.ts'
import { readRetention } from './get-retention.ts'
import type { Due, PreviewQuery, RetentionPreview, Rule } from './schema.ts'

const COUNT_MAX = 10_000

/** What would go, and when. Changes nothing. */
export async function previewRetention(ctx: Context, trial: PreviewQuery): Promise<RetentionPreview> {
  requireOrganization(ctx, 'read')
  const rules = { ...(await readRetention(ctx)), ...trial }
  return {
    object_type: 'RETENTION_PREVIEW',
    inspections: await preview(ctx, 'inspections_days', rules.inspections_days),
    deleted_inspections: await preview(ctx, 'deleted_inspections_days', rules.deleted_inspections_days),
  }
}

async function preview(ctx: Context, rule: Rule, days: number | null): Promise<Due | null> {
  if (days === null) return null
  const found = await findDueAndHeld(ctx, rule, days, COUNT_MAX + 1)
  const counted = found.slice(0, COUNT_MAX)
  const held_count = counted.filter(({ is_held }) => is_held).length
  return {
    days,
    due_count: counted.length - held_count,
    is_counted_whole: found.length <= COUNT_MAX,
    held_count,
    next_due_at: await findNextDue(ctx, rule, days),
  }
}
