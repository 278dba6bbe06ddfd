import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import type { Provenance } from '../../core/contracts/findings.ts'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { enqueueDerivedTasks } from './derived-tasks.ts'
import { enqueueReturn } from './enqueue-return.ts'

/** One generation of a task. What an older generation tries to write has no effect. */
export type Run = JobPayloads['finish_task']

export type OpenRun = { name: string; image_ids: string[]; finish_job_id: string | null }

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

/** Results made before provenance was kept have none. */
export type RecordedProvenance = Partial<Provenance>

/** What one picture gave, and what it was made with. */
export type ImageResult = { result: unknown; origin: string; provenance: RecordedProvenance }

/** Keeps the result of one picture. A second delivery of the same job changes nothing. */
export async function recordResult(
  ctx: TransactionContext,
  run: Run,
  imageId: string,
  { result, origin, provenance }: ImageResult,
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
      provenance: json(provenance),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  await emit(ctx, 'task.progressed', run.inspection_id, {
    task_id: run.task_id,
    name: open.name,
    generation: run.generation,
    image_id: imageId,
    // The task is locked, so each number comes once and in its order.
    done: await countResults(ctx, run),
    total: open.image_ids.length,
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

/** How a run ends: its own last job, a person, or a reason why it could not be done. */
export type Ending = 'done' | 'done_by_person' | { error: string; code?: 'model_not_installed' }

/** Ends the run, once. Whoever comes later finds it over and changes nothing. */
export async function endRun(ctx: TransactionContext, run: Run, ending: Ending): Promise<void> {
  const open = await openRun(ctx, run)
  if (!open) return
  await closeRun(ctx, run, typeof ending === 'object' ? 'ERROR' : 'DONE', errorsOf(ctx, ending))
  // The last job waits for pictures that nobody analyzes any more.
  if (ending !== 'done' && open.finish_job_id)
    await ctx.jobs.cancel(ctx.db, 'finish_task', open.finish_job_id)
  const about = { task_id: run.task_id, name: open.name, generation: run.generation }
  if (typeof ending === 'object')
    return emit(ctx, 'task.failed', run.inspection_id, { ...about, reason: ending.error })
  await enqueueDerivedTasks(ctx, run.inspection_id, open.name)
  await enqueueReturn(ctx, run.inspection_id, open.name)
  return emit(ctx, 'task.done', run.inspection_id, about)
}

/**
 * A person finishes a task that ended in ERROR; the caller holds it. Why the models could not do it stays on the task:
 * the status says that it is done all the same.
 */
export async function takeOverRun(ctx: TransactionContext, run: Run, name: string): Promise<void> {
  await closeRun(ctx, run, 'DONE')
  await enqueueDerivedTasks(ctx, run.inspection_id, name)
  await enqueueReturn(ctx, run.inspection_id, name)
  await emit(ctx, 'task.done', run.inspection_id, { task_id: run.task_id, name, generation: run.generation })
}

/** A person accepts the outcome of a finished run; the caller holds the task. */
export async function validateRun(ctx: TransactionContext, run: Run, name: string): Promise<void> {
  await ctx.db
    .updateTable('tasks')
    .set({ status: 'VALIDATED' })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', run.task_id)
    .execute()
  await emit(ctx, 'task.validated', run.inspection_id, {
    task_id: run.task_id,
    name,
    generation: run.generation,
  })
}

async function closeRun(
  ctx: TransactionContext,
  run: Run,
  outcome: 'DONE' | 'ERROR',
  errors?: object[],
): Promise<void> {
  await ctx.db
    .updateTable('tasks')
    // A new primary's clock may be behind; a task must end all the same.
    .set({
      status: outcome,
      waits_for_person: false,
      done_at: sql`greatest(clock_timestamp(), started_at)`,
      ...(errors ? { error_messages: json(errors) } : {}),
    })
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
}

function errorsOf(ctx: TransactionContext, ending: Ending): object[] {
  if (typeof ending !== 'object') return []
  const id = uuidv7()
  return [
    {
      id,
      object_type: 'ERROR_MESSAGE',
      created_at: new Date(ctx.clock.nowMs()).toISOString(),
      message: ending.error,
      error_code: ending.code === 'model_not_installed' ? 501 : 500,
      trace_id: id,
      ...(ending.code ? { code: ending.code } : {}),
    },
  ]
}
