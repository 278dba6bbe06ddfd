import { sql } from 'kysely'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context } from '../../core/platform/context.ts'
import type { Erasure, SignedReceipt } from './schema.ts'

const countInspections = (which: 'all' | 'erased') => sql<number>`(
  select count(*)::int from erasure_inspections i
  where i.org_id = erasures.org_id and i.erasure_id = erasures.id
    and ${which === 'all' ? sql`true` : sql`i.inspection_id is null`})`

export function selectErasures(ctx: Context) {
  return ctx.db
    .selectFrom('erasures')
    .where('erasures.org_id', '=', ctx.org_id)
    .select([
      'erasures.id',
      'erasures.created_at',
      'erasures.created_by',
      sql<Erasure['subject']>`erasures.subject`.as('subject'),
      sql<Erasure['reason']>`erasures.reason`.as('reason'),
      sql<Erasure['status']>`erasures.status`.as('status'),
      'erasures.done_at',
      sql<SignedReceipt['content'] | null>`erasures.receipt`.as('content'),
      'erasures.receipt_jws as jws',
      countInspections('all').as('inspection_count'),
      countInspections('erased').as('erased_inspection_count'),
    ])
}

type ErasureRow = Awaited<ReturnType<ReturnType<typeof selectErasures>['execute']>>[number]

export const erasureJson = ({ content, jws, ...row }: ErasureRow): Erasure => ({
  ...row,
  object_type: 'ERASURE',
  receipt: content && { content, jws },
})

export async function readErasure(ctx: Context, erasureId: string): Promise<Erasure> {
  const row = await requireRow(erasureId, selectErasures(ctx).where('erasures.id', '=', erasureId))
  return erasureJson(row)
}
