import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { enqueue } from '../../core/contracts/jobs.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { emitComparison } from './emit-comparison.ts'
import { readComparison } from './get-comparison.ts'
import { lockInspections } from './queries.ts'
import type { Comparison, CreateComparison } from './schema.ts'
import { startRun } from './start-run.ts'

/** Who may ask for it: the later inspection is theirs to work on, the earlier one theirs to read. */
export async function requirePair(ctx: Context, pair: CreateComparison): Promise<void> {
  await requireInspection(ctx, pair.earlier_inspection_id, 'read')
  await requireInspection(ctx, pair.later_inspection_id, 'update')
}

/** A pair has one comparison. Asking again gives the same one, and makes one that failed anew. */
export async function createComparison(ctx: Context, pair: CreateComparison): Promise<Comparison> {
  await requirePair(ctx, pair)
  if (pair.earlier_inspection_id === pair.later_inspection_id) throw new Problem('comparison_of_one')
  return inTransaction(ctx, async (ctx) => readComparison(ctx, await findOrInsert(ctx, pair, 'person')))
}

/** The id of the pair's comparison. */
export async function findOrInsert(
  ctx: TransactionContext,
  pair: CreateComparison,
  startedBy: 'person' | 'return',
): Promise<string> {
  const { earlier_inspection_id, later_inspection_id } = pair
  const gone = await lockInspections(ctx, [earlier_inspection_id, later_inspection_id])
  if (gone.size > 0) throw new Problem('not_found')
  const known = await selectPair(ctx, pair)
  // A return whose damages were searched for again is compared again.
  const isOver = known?.status === 'ERROR' || (known?.status === 'DONE' && startedBy === 'return')
  if (known && isOver) await startRun(ctx, known)
  if (known) return known.id
  await requireAnalyzed(ctx, pair)
  const id = uuidv7()
  await requireRoom(ctx, later_inspection_id)
  await ctx.db
    .insertInto('comparisons')
    .values((eb) => ({
      org_id: ctx.org_id,
      id,
      created_by: ctx.principal.subject,
      status: 'IN_PROGRESS',
      started_by: startedBy,
      earlier_inspection_id,
      later_inspection_id,
      owner_id: eb
        .selectFrom('inspections')
        .select('owner_id')
        .where('org_id', '=', ctx.org_id)
        .where('id', '=', later_inspection_id),
    }))
    .execute()
  await enqueue(ctx, 'compare_inspections', { org_id: ctx.org_id, comparison_id: id, run: 1 })
  await emitComparison(ctx, 'comparison.created', { id, ...pair })
  return id
}

async function selectPair(ctx: TransactionContext, pair: CreateComparison) {
  return ctx.db
    .selectFrom('comparisons')
    .select(['id', 'status', 'run', 'earlier_inspection_id', 'later_inspection_id'])
    .where('org_id', '=', ctx.org_id)
    .where('later_inspection_id', '=', pair.later_inspection_id)
    .where('earlier_inspection_id', '=', pair.earlier_inspection_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Where nobody has looked for damages, none being there says nothing. */
export async function requireAnalyzed(ctx: Context, pair: CreateComparison): Promise<void> {
  const sides = ['earlier_inspection_id', 'later_inspection_id'] as const
  const rows = await ctx.db
    .selectFrom('tasks')
    .select('inspection_id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', 'in', [pair.earlier_inspection_id, pair.later_inspection_id])
    .where('name', '=', 'damage_detection')
    .where('status', 'in', ['DONE', 'VALIDATED'])
    .execute()
  const analyzed = new Set(rows.map(({ inspection_id }) => inspection_id))
  const missing = sides.filter((side) => !analyzed.has(pair[side]))
  if (missing.length > 0)
    throw new Problem(
      'comparison_not_analyzed',
      {},
      missing.map((field) => ({ field, message: 'damage_detection is not done' })),
    )
}

async function requireRoom(ctx: TransactionContext, laterInspectionId: string): Promise<void> {
  const limit = ctx.config.COMPARISONS_PER_INSPECTION_MAX
  const { count } = await ctx.db
    .selectFrom('comparisons')
    .select(sql<number>`count(*)`.as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('later_inspection_id', '=', laterInspectionId)
    .executeTakeFirstOrThrow()
  if (count >= limit) throw new Problem('limit_reached', { resource: 'comparisons', limit })
}
