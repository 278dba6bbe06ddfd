import { requirePermission } from '../access/scope.ts'
import { TASKS, type TaskName } from '../contracts/tasks.ts'
import type { Context } from '../platform/context.ts'

/** Some tasks need a permission of their own beside the one for the inspection. */
export function requireTaskPermission(ctx: Context, name: TaskName): void {
  const { permission } = { permission: undefined, ...TASKS[name] }
  if (permission) requirePermission(ctx, permission)
}
