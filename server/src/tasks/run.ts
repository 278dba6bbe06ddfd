import { sql } from 'kysely'
import { emit } from '../contracts/events.ts'
import type { JobPayloads } from '../contracts/jobs.ts'
import type { TransactionContext } from '../platform/context.ts'
import { json } from '../platform/database.ts'
import { uuidv7 } from '../platform/uuid.ts'

/** One generation of a task. What an older generation tries to write has no effect. */
export type Run = JobPayloads['finish_task']

type OpenRun = { name: string; image_ids: string[]; finish_job_id: string | null }

/** The run with its task locked and IN_PROGRESS, or null when it is over, superseded or its inspection deleted. */
export async function openRun(ctx: TransactionContext, run: Run): Promise<OpenRun | null> {
  const row = await ctx.db
    .selectFrom('tasks')
    .innerJoin('task_runs', (join) =>
      join
        .onRef('task_runs.org_id', '=', 'tasks.org_id')
        .onRef('task_runs.task_id', '=', 'tasks.id')
        .onRef('task_runs.generation', '=', 'tasks.generation'),
    )
    .innerJoin('inspections', (join) =>
      join
        .onRef('inspections.org_id', '=', 'tasks.org_id')
        .onRef('inspections.id', '=', 'tasks.inspection_id'),
    )
    .select(['tasks.name', 'tasks.status', 'task_runs.image_ids', 'task_runs.finish_job_id'])
    .where('tasks.org_id', '=', ctx.org_id)
    .where('tasks.id', '=', run.task_id)
    .where('tasks.generation', '=', run.generation)
    .where('tasks.status', 'in', ['TODO', 'IN_PROGRESS'])
    .where('inspections.deleted_at', 'is', null)
    .forUpdate('tasks')
    .executeTakeFirst()
  if (!row) return null
  if (row.status === 'TODO') {
    await ctx.db
      .updateTable('tasks')
      .set({ status: 'IN_PROGRESS' })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', run.task_id)
      .execute()
  }
  return row
}

/** Keeps the result of one picture. A second delivery of the same job changes nothing. */
export async function recordResult(
  ctx: TransactionContext,
  run: Run,
  imageId: string,
  result: unknown,
  origin: string,
): Promise<void> {
  const open = await openRun(ctx, run)
  if (!open) return
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('task_results')
    .values({
      org_id: ctx.org_id,
      task_id: run.task_id,
      generation: run.generation,
      image_id: imageId,
      result: json(result),
      origin,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  await emit(ctx, 'task.progressed', run.inspection_id, {
    task_id: run.task_id,
    name: open.name,
    generation: run.generation,
    image_id: imageId,
  })
}

export async function countResults(ctx: TransactionContext, run: Run): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('task_results')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('task_id', '=', run.task_id)
    .where('generation', '=', run.generation)
    .executeTakeFirstOrThrow()
  return count
}

/** Ends the run, once. Whoever comes later finds it over and changes nothing. */
export async function endRun(
  ctx: TransactionContext,
  run: Run,
  outcome: 'DONE' | 'ERROR',
  reason = '',
): Promise<void> {
  const open = await openRun(ctx, run)
  if (!open) return
  const errors =
    outcome === 'ERROR'
      ? [{ id: uuidv7(), object_type: 'ERROR_MESSAGE', message: reason, error_code: 500 }]
      : []
  await ctx.db
    .updateTable('tasks')
    .set({ status: outcome, done_at: sql`clock_timestamp()`, error_messages: json(errors) })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', run.task_id)
    .execute()
  await ctx.db
    .updateTable('task_runs')
    .set({ ended_at: sql`clock_timestamp()`, outcome })
    .where('org_id', '=', ctx.org_id)
    .where('task_id', '=', run.task_id)
    .where('generation', '=', run.generation)
    .execute()
  const about = { task_id: run.task_id, name: open.name, generation: run.generation }
  if (outcome === 'DONE') return emit(ctx, 'task.done', run.inspection_id, about)
  if (open.finish_job_id) await ctx.jobs.cancel(ctx.db, 'finish_task', open.finish_job_id)
  return emit(ctx, 'task.failed', run.inspection_id, { ...about, reason })
}
