import { isDeepStrictEqual } from 'node:util'
import { requireInspection } from '../../core/access/scope.ts'
import { mergeFree } from '../../core/contracts/limits.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { requireTaskName, selectTasks, taskJson } from './queries.ts'
import { endRun, takeOverRun, validateRun } from './run.ts'
import type { Task, UpdateTask } from './schema.ts'
import { type LockedTask, lockTasks, requirePictures, startAutomaticTasks, startTask } from './start-task.ts'
import { actionOf, requireTaskUpdate } from './task-permission.ts'
import { allowedFrom, moveOf, type UpdateStatus } from './transitions.ts'

export async function updateTask(
  ctx: Context,
  inspectionId: string,
  taskName: string,
  input: UpdateTask,
): Promise<Task> {
  const name = requireTaskName(taskName)
  await requireTaskUpdate(ctx, { inspection_id: inspectionId, task_name: taskName }, input)

  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasks(ctx, inspectionId)
    // Again, now that the locks are held: the inspection may have been deleted while waiting for them.
    await requireInspection(ctx, inspectionId, actionOf(input))
    const task = tasks.find((task) => task.name === name)
    if (!task) throw new Problem('not_found')
    requireVersion(ctx, task.version)
    if (input.arguments) await updateArguments(ctx, task, input.arguments)
    if (input.status) await moveTask(ctx, inspectionId, task, input.status, tasks)
    return taskJson(await selectTasks(ctx).where('tasks.id', '=', task.id).executeTakeFirstOrThrow())
  })
}

async function updateArguments(
  ctx: TransactionContext,
  task: LockedTask,
  changes: Record<string, unknown>,
): Promise<void> {
  const merged = mergeFree(ctx, task.arguments, changes)
  // A retried start carries the same arguments again; that is not an edit.
  if (isDeepStrictEqual(merged, task.arguments)) return
  if (task.status !== 'NOT_STARTED')
    throw new Problem('task_already_started', { task_name: task.name, task_status: task.status })
  await ctx.db
    .updateTable('tasks')
    .set({ arguments: json(merged) })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', task.id)
    .execute()
}

/** Takes a task where the client wants it. The caller holds all tasks of the inspection. */
export async function moveTask(
  ctx: TransactionContext,
  inspectionId: string,
  task: LockedTask,
  wish: UpdateStatus,
  tasks: LockedTask[],
): Promise<void> {
  const run = {
    org_id: ctx.org_id,
    inspection_id: inspectionId,
    task_id: task.id,
    generation: task.generation,
  }
  switch (moveOf(task, wish)) {
    case 'none':
      return
    case 'refuse':
      throw new Problem('task_transition_refused', {
        task_name: task.name,
        task_status: task.status,
        to: wish,
        allowed: allowedFrom(task),
      })
    case 'start':
      await requirePictures(ctx, task)
      await startTask(ctx, inspectionId, task)
      return startAutomaticTasks(ctx, inspectionId, task.name, tasks)
    case 'finish':
      return endRun(ctx, run, 'done_by_person')
    case 'take_over':
      return takeOverRun(ctx, run, task.name)
    case 'finish_and_validate':
      await endRun(ctx, run, 'done_by_person')
      return validateRun(ctx, run, task.name)
    case 'validate':
      return validateRun(ctx, run, task.name)
  }
}
