import { sql } from 'kysely'
import { emit } from '../../core/contracts/events.ts'
import { enqueueTaskGraph, type JobPayloads } from '../../core/contracts/jobs.ts'
import { Problem } from '../../core/contracts/problems.ts'
import {
  isDerivedTask,
  isModelTask,
  TASKS,
  type TaskName,
  type TaskStatus,
} from '../../core/contracts/tasks.ts'
import { condition } from '../../core/platform/condition.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { isSourceOver } from './derived-tasks.ts'

export type LockedTask = {
  id: string
  name: TaskName
  status: TaskStatus
  generation: number
  version: number
  start_when_ready: boolean
  waits_for_person: boolean
  arguments: Record<string, unknown>
}

/**
 * Locks the tasks of an inspection. Adding an image holds its tasks FOR SHARE, so whoever gets these locks
 * sees either the whole image or none of it.
 */
export async function lockTasks(ctx: TransactionContext, inspectionId: string): Promise<LockedTask[]> {
  const rows = await ctx.db
    .selectFrom('tasks')
    .select([
      'id',
      sql<TaskName>`name`.as('name'),
      sql<TaskStatus>`status`.as('status'),
      'generation',
      'version',
      'start_when_ready',
      condition`tasks.waits_for_person is true`.as('waits_for_person'),
      sql<Record<string, unknown>>`arguments`.as('arguments'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows
}

/** Somebody must be able to do what is started: a model, or a person. */
export function requireAvailable(name: TaskName): void {
  if (TASKS[name].by === 'nobody') throw new Problem('task_not_available', { task_name: name })
}

/** The pictures that name the task and are still there. */
function selectPictures(ctx: TransactionContext, { id }: LockedTask) {
  return ctx.db
    .selectFrom('image_tasks')
    .innerJoin('images', (join) =>
      join.onRef('images.org_id', '=', 'image_tasks.org_id').onRef('images.id', '=', 'image_tasks.image_id'),
    )
    .select('image_tasks.image_id')
    .where('image_tasks.org_id', '=', ctx.org_id)
    .where('image_tasks.task_id', '=', id)
    .where('images.deleted_at', 'is', null)
    .orderBy('image_tasks.image_id')
}

export async function hasPictures(ctx: TransactionContext, task: LockedTask): Promise<boolean> {
  return (await selectPictures(ctx, task).executeTakeFirst()) !== undefined
}

/**
 * For a start that a client asks for: a model that looks at no picture would end DONE, as if nothing had been found. The
 * service itself starts the automatic tasks on whatever there is.
 */
export async function requirePictures(ctx: TransactionContext, task: LockedTask): Promise<void> {
  const { automatic, pictures } = TASKS[task.name]
  if (automatic || pictures === 'none' || !isModelTask(task.name)) return
  if (await hasPictures(ctx, task)) return
  throw new Problem('task_has_no_pictures', { task_name: task.name })
}

/**
 * Starts a task: its pictures are frozen, and its whole job graph commits with the new status. A derived task gets its
 * only job once damages are known. Any other has none: it stays TODO until a person sets it to DONE.
 */
export async function startTask(
  ctx: TransactionContext,
  inspectionId: string,
  task: LockedTask,
): Promise<void> {
  requireAvailable(task.name)
  const generation = task.generation + 1
  const run = { org_id: ctx.org_id, inspection_id: inspectionId, task_id: task.id, generation }
  const images = await selectPictures(ctx, task).execute()
  const image_ids = images.map((image) => image.image_id)
  const waits_for_person = TASKS[task.name].by === 'person'
  await ctx.db
    .updateTable('tasks')
    .set({
      status: 'TODO',
      generation,
      waits_for_person,
      started_at: sql`greatest(clock_timestamp(), created_at)`,
      done_at: null,
      error_messages: sql`'[]'`,
    })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', task.id)
    .execute()
  const finish_job_id = await enqueueJobs(ctx, task.name, run, image_ids)
  await ctx.db
    .insertInto('task_runs')
    .values({ ...run, image_ids, finish_job_id })
    .execute()
  await emit(ctx, 'task.started', inspectionId, {
    task_id: task.id,
    name: task.name,
    generation,
    image_count: image_ids.length,
    from_status: task.status,
  })
  Object.assign(task, { status: 'TODO', generation, waits_for_person })
}

async function enqueueJobs(
  ctx: TransactionContext,
  name: TaskName,
  run: JobPayloads['finish_task'],
  imageIds: string[],
): Promise<string | null> {
  if (isModelTask(name)) return enqueueTaskGraph(ctx, run, imageIds)
  const isReady = isDerivedTask(name) && (await isSourceOver(ctx, run.inspection_id, name))
  return isReady ? enqueueTaskGraph(ctx, run, []) : null
}

/** Once the client has started what it can, nothing may stay NOT_STARTED: the service moves the rest. */
export async function startAutomaticTasks(
  ctx: TransactionContext,
  inspectionId: string,
  started: TaskName,
  tasks: LockedTask[],
): Promise<void> {
  const waiting = tasks.filter((task) => task.name !== started && task.status === 'NOT_STARTED')
  const clientIsDone = started === 'damage_detection' || waiting.every((task) => TASKS[task.name].automatic)
  if (!clientIsDone) return
  for (const task of waiting) {
    if (TASKS[task.name].automatic) await startTask(ctx, inspectionId, task)
  }
}
