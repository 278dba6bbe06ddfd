import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { arrayWithin, requireAll } from '../../core/contracts/array-within.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type TaskName, type TaskStatus, taskNameOf } from '../../core/contracts/tasks.ts'
import { condition } from '../../core/platform/condition.ts'
import type { Context } from '../../core/platform/context.ts'
import type { DB } from '../../core/platform/database-types.ts'
import type { Task, TaskResult } from './schema.ts'

type TaskRow = Pick<
  Task,
  | 'id'
  | 'name'
  | 'status'
  | 'created_at'
  | 'started_at'
  | 'done_at'
  | 'inspection_id'
  | 'arguments'
  | 'error_messages'
  | 'version'
  | 'waits_for_person'
> & {
  images: { image_id: string; details: Task['arguments'] | null }[]
  results?: TaskResult[]
}

/** The tasks of inspections, each with its images, oldest task first. */
export function selectTasks(ctx: Context) {
  return ctx.db
    .selectFrom('tasks')
    .where('tasks.org_id', '=', ctx.org_id)
    .select((eb) => [
      'tasks.id',
      'tasks.name',
      sql<TaskStatus>`tasks.status`.as('status'),
      'tasks.created_at',
      'tasks.started_at',
      'tasks.done_at',
      'tasks.inspection_id',
      'tasks.version',
      condition`tasks.waits_for_person is true`.as('waits_for_person'),
      sql<Task['arguments']>`tasks.arguments`.as('arguments'),
      sql<Task['error_messages']>`tasks.error_messages`.as('error_messages'),
      jsonArrayFrom(
        eb
          .selectFrom('image_tasks')
          .innerJoin('images', (join) =>
            join
              .onRef('images.org_id', '=', 'image_tasks.org_id')
              .onRef('images.id', '=', 'image_tasks.image_id'),
          )
          .select(['image_tasks.image_id', sql<Task['arguments'] | null>`image_tasks.details`.as('details')])
          .whereRef('image_tasks.org_id', '=', 'tasks.org_id')
          .whereRef('image_tasks.task_id', '=', 'tasks.id')
          .where(condition`images.deleted_at is null`)
          .orderBy('image_tasks.image_id'),
      ).as('images'),
    ])
    .orderBy('tasks.id')
}

/** What the last run of a task left, with what each result was made with. The results themselves stay inside. */
export function selectResults(eb: ExpressionBuilder<DB, 'tasks'>) {
  return jsonArrayFrom(
    eb
      .selectFrom('task_results')
      .select([
        'task_results.image_id',
        'task_results.origin',
        sql<TaskResult['provenance']>`task_results.provenance`.as('provenance'),
      ])
      .whereRef('task_results.org_id', '=', 'tasks.org_id')
      .whereRef('task_results.task_id', '=', 'tasks.id')
      .whereRef('task_results.generation', '=', 'tasks.generation')
      .orderBy('task_results.image_id'),
  ).as('results')
}

/** Clients say of each picture what they like, so that the pictures of a task can fill any answer. */
export async function readWithinLimit<R>(ctx: Context, rows: Expression<R>) {
  const limit_bytes = ctx.config.ANSWER_BYTES_MAX
  const row = await ctx.db.selectNoFrom(arrayWithin(limit_bytes, rows).as('tasks')).executeTakeFirstOrThrow()
  return requireAll(row, limit_bytes).tasks
}

/** Results are left out while there are none, and where only the task was read. */
export function taskJson({ results, ...row }: TaskRow): Task {
  return {
    ...row,
    ...(results && results.length > 0 ? { results } : {}),
    object_type: 'TASK',
    images: row.images.map(({ image_id, details }) => (details ? { image_id, details } : { image_id })),
    confidence_pre_execution: null,
    confidence_pre_execution_status: 'NOT_STARTED',
    confidence_post_execution: null,
  }
}

/** A task name from a path. One that does not exist answers like any other thing that does not. */
export function requireTaskName(text: string): TaskName {
  const name = taskNameOf(text)
  if (!name) throw new Problem('not_found')
  return name
}
