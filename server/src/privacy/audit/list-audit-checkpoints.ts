import { requireOperatorOrReader } from '../../core/access/scope.ts'
import { makePage, readPage } from '../../core/contracts/paging.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { readCursor } from './read-cursor.ts'
import type { AuditCheckpoint, AuditCheckpointQuery } from './schema.ts'

/** What the audit was at a time, signed, newest first. */
export async function listAuditCheckpoints(ctx: Context, query: AuditCheckpointQuery) {
  requireOperatorOrReader(ctx)
  const page = readPage(query, ctx.config.PAGE_SIZE_MAX)
  let checkpoints = selectCheckpoints(ctx)
  if (page.cursor !== undefined)
    checkpoints = checkpoints.where('sequence', page.comparison, await requireCheckpoint(ctx, page.cursor))
  const rows = await checkpoints
    .orderBy('sequence', page.direction)
    .limit(page.limit + 1)
    .execute()
  return makePage(page, rows.map(checkpointJson))
}

const selectCheckpoints = (ctx: Context) =>
  ctx.db
    .selectFrom('audit_checkpoints')
    .where('org_id', '=', ctx.org_id)
    .select(['sequence', 'created_at', 'hash', 'jws'])

type CheckpointRow = Awaited<ReturnType<ReturnType<typeof selectCheckpoints>['execute']>>[number]

const checkpointJson = ({ sequence, ...row }: CheckpointRow): AuditCheckpoint => ({
  id: String(sequence),
  object_type: 'AUDIT_CHECKPOINT',
  ...row,
})

async function requireCheckpoint(ctx: Context, cursor: string): Promise<number> {
  const sequence = readCursor(cursor)
  const row = await selectCheckpoints(ctx).where('sequence', '=', sequence).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return sequence
}
