import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { markOriginalsErased } from '../../inspection/images/mark-originals-erased.ts'
import { markReportFilesErased } from '../../outputs/reports/mark-report-files-erased.ts'
import { insertErasure, lockAndFindHeld } from '../erasures/insert-erasure.ts'
import { type File, readProgress, selectFiles } from './due-files.ts'
import type { FileRule } from './schema.ts'

const FILES_AT_ONCE = 1_000
/** What is gone already is passed by quickly, and not in one go. */
const PASSES_MAX = 50

type Kind = {
  subject: 'originals' | 'reports'
  place: 'originals_after' | 'reports_after'
  part: 'original' | null
  /** Returns under which ids the files lie that are to go. */
  mark: (ctx: TransactionContext, ids: string[]) => Promise<string[]>
}
export const KINDS: Record<FileRule, Kind> = {
  originals_days: {
    subject: 'originals',
    place: 'originals_after',
    part: 'original',
    mark: markOriginalsErased,
  },
  reports_days: { subject: 'reports', place: 'reports_after', part: null, mark: markReportFilesErased },
}

/** Lets the next files go whose time is over; their inspections stay. False when none is due. */
export async function eraseFiles(
  ctx: Context,
  rule: FileRule,
  { days, created_by }: { days: number; created_by: string },
): Promise<boolean> {
  for (let passes = 0; passes < PASSES_MAX; passes++) {
    const after = await readProgress(ctx, rule)
    const { rows } = await selectFiles(ctx, rule, { after, days, limit: FILES_AT_ONCE }).execute(ctx.db)
    const last = rows.at(-1)
    if (!last) return false
    const due = rows.filter(({ is_there, is_held }) => is_there && !is_held)
    if (await eraseDue(ctx, rule, { due, created_by, from: after, to: last.id })) return true
  }
  return false
}

type Pass = { due: File[]; created_by: string; from: string | null; to: string }

async function eraseDue(ctx: Context, rule: FileRule, { due, created_by, from, to }: Pass): Promise<boolean> {
  const { subject, place, part, mark } = KINDS[rule]
  return inTransaction(ctx, async (ctx) => {
    // Whoever is held meanwhile stays, and whoever is released meanwhile is looked at again.
    const held = new Set(await lockAndFindHeld(ctx, [...new Set(due.flatMap((file) => file.inspection_ids))]))
    const moved = await ctx.db
      .updateTable('retention_rules')
      .set({ [place]: to })
      .where('org_id', '=', ctx.org_id)
      .where(place, from === null ? 'is' : '=', from)
      .executeTakeFirst()
    const free = due.filter(({ inspection_ids }) => !inspection_ids.some((id) => held.has(id)))
    if (moved.numUpdatedRows === 0n || free.length === 0) return false
    const objects = await mark(
      ctx,
      free.map(({ id }) => id),
    )
    if (objects.length === 0) return false
    const requested = { subject, reason: 'retention' as const, created_by }
    const erasure_id = await insertErasure(ctx, requested, { objects, part })
    ctx.log.info({ erasure_id, subject, files: objects.length }, 'time of files is over')
    return true
  })
}
