import { requireOperatorOrReader } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { readCursor } from './read-cursor.ts'
import type { AuditEntry, AuditEntryQuery } from './schema.ts'

/** Who asked for what, in the order in which it was recorded. */
export async function listAuditEntries(ctx: Context, query: AuditEntryQuery) {
  requireOperatorOrReader(ctx)
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  let entries = selectEntries(ctx, query)
  if (page.cursor !== undefined)
    entries = entries.where('sequence', page.comparison, await requireCursor(ctx, page.cursor))
  const rows = await entries
    .orderBy('sequence', page.direction)
    .limit(page.limit + 1)
    .execute()
  return makePage(page, rows.map(entryJson))
}

function selectEntries(ctx: Context, { inspection_id, subject, operation }: Partial<AuditEntryQuery>) {
  let entries = ctx.db
    .selectFrom('audit_entries')
    .where('org_id', '=', ctx.org_id)
    // Those that a rule has let go are deleted in batches, and shown no more from the first on.
    .where('sequence', '>', (eb) =>
      eb.selectFrom('audit_heads').select('removed_sequence').where('org_id', '=', ctx.org_id).$asScalar(),
    )
    .select([
      'sequence',
      'created_at',
      'subject',
      'operation',
      'inspection_id',
      'object_id',
      'status',
      'reason',
      'request_id',
      'hash',
    ])
  // An inspection that is gone still has its entries; an id that none can have has none.
  if (inspection_id !== undefined)
    entries = entries.where('inspection_id', '=', isUuid(inspection_id) ? inspection_id : null)
  if (subject !== undefined) entries = entries.where('subject', '=', subject)
  if (operation !== undefined) entries = entries.where('operation', '=', operation)
  return entries
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

const entryJson = ({ sequence, ...row }: EntryRow): AuditEntry => ({
  id: String(sequence),
  object_type: 'AUDIT_ENTRY',
  ...row,
})

async function requireCursor(ctx: Context, cursor: string): Promise<number> {
  const sequence = readCursor(cursor)
  const row = await selectEntries(ctx, {}).where('sequence', '=', sequence).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return sequence
}
