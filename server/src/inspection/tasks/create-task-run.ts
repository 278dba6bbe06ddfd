import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { requireTaskName, selectTasks, taskJson } from './queries.ts'
import type { Task } from './schema.ts'
import { type LockedTask, lockTasks, requirePictures, startTask } from './start-task.ts'
import { requireTaskRun } from './task-permission.ts'

/**
 * Runs a task that is over once more, as a new generation on the pictures it has now. People's decisions stay; findings
 * that nobody touched are replaced when the new run ends. A validated task must be validated again.
 */
export async function createTaskRun(ctx: Context, inspectionId: string, taskName: string): Promise<Task> {
  const name = requireTaskName(taskName)
  await requireTaskRun(ctx, { inspection_id: inspectionId, task_name: taskName })

  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasks(ctx, inspectionId)
    // Again, now that the locks are held: the inspection may have been deleted while waiting for them.
    await requireInspection(ctx, inspectionId, 'update')
    const task = tasks.find((task) => task.name === name)
    if (!task) throw new Problem('not_found')
    requireOver(task)
    const limit = ctx.config.RUNS_PER_TASK_MAX
    if (task.generation >= limit) throw new Problem('limit_reached', { resource: 'task_runs', limit })
    await requirePictures(ctx, task)
    await startTask(ctx, inspectionId, task)
    return taskJson(await selectTasks(ctx).where('tasks.id', '=', task.id).executeTakeFirstOrThrow())
  })
}

function requireOver({ name, status }: LockedTask): void {
  switch (status) {
    case 'DONE':
    case 'ERROR':
    case 'VALIDATED':
      return
    case 'TODO':
    case 'IN_PROGRESS':
      throw new Problem('task_running', { task_name: name, task_status: status })
    case 'NOT_STARTED':
      throw new Problem('task_not_run', { task_name: name })
  }
}
