import { type Action, requireInspection, requirePermission } from '../../core/access/scope.ts'
import { TASKS, type TaskName } from '../../core/contracts/tasks.ts'
import type { Context } from '../../core/platform/context.ts'
import { requireTaskName } from './queries.ts'
import type { UpdateTask } from './schema.ts'

type TaskPath = { inspection_id: string; task_name: string }

/** Some tasks need a permission of their own beside the one for the inspection. */
export function requireTaskPermission(ctx: Context, name: TaskName): void {
  const { permission } = TASKS[name]
  if (permission) requirePermission(ctx, permission)
}

/** What a caller needs to send this change of a task: finishing one by hand takes more than starting it. */
export async function requireTaskUpdate(ctx: Context, path: TaskPath, input: UpdateTask): Promise<void> {
  await requireTaskAction(ctx, path, actionOf(input))
}

export async function requireTaskReplay(ctx: Context, path: TaskPath): Promise<void> {
  await requireTaskAction(ctx, path, 'update')
}

/** Who may start a task may run it again. */
export async function requireTaskRun(ctx: Context, path: TaskPath): Promise<void> {
  await requireTaskAction(ctx, path, 'update')
}

export function actionOf({ status }: UpdateTask): Action {
  return status === 'DONE' || status === 'VALIDATED' ? 'write' : 'update'
}

async function requireTaskAction(ctx: Context, path: TaskPath, action: Action): Promise<void> {
  const name = requireTaskName(path.task_name)
  await requireInspection(ctx, path.inspection_id, action)
  requireTaskPermission(ctx, name)
}
