import { sql } from 'kysely'
import { requireInspection, visibleInspections } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { selectTasks, taskJson } from '../../inspection/tasks/queries.ts'
import { type LockedTask, lockTasks } from '../../inspection/tasks/start-task.ts'
import { requireTaskPermission } from '../../inspection/tasks/task-permission.ts'
import { moveOf } from '../../inspection/tasks/transitions.ts'
import { moveTask } from '../../inspection/tasks/update-task.ts'
import type { ValidatedInspection } from './schema.ts'

/** A person accepts the whole inspection: what waits for them is finished with it. All tasks, or none. */
export async function validateInspection(ctx: Context, inspectionId: string): Promise<ValidatedInspection> {
  await requireInspection(ctx, inspectionId, 'write')
  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasks(ctx, inspectionId)
    // Again, now that the locks are held: the inspection may have been deleted while waiting for them.
    await requireInspection(ctx, inspectionId, 'write')
    for (const { name } of tasks) requireTaskPermission(ctx, name)
    requireDone(tasks)
    for (const task of tasks) await moveTask(ctx, inspectionId, task, 'VALIDATED', tasks)
    return readValidated(ctx, inspectionId)
  })
}

function requireDone(tasks: LockedTask[]): void {
  const open = tasks.filter((task) => moveOf(task, 'VALIDATED') === 'refuse')
  if (open.length === 0) return
  throw new Problem(
    'inspection_not_done',
    {},
    open.map(({ name, status }) => ({ field: `tasks.${name}`, message: `is ${status}` })),
  )
}

async function readValidated(ctx: TransactionContext, inspectionId: string): Promise<ValidatedInspection> {
  const inspection = await visibleInspections(ctx, 'write')
    .select([sql<ValidatedInspection['status']>`status`.as('status'), 'version'])
    .where('id', '=', inspectionId)
    .executeTakeFirstOrThrow()
  const tasks = await selectTasks(ctx).where('tasks.inspection_id', '=', inspectionId).execute()
  return { id: inspectionId, object_type: 'INSPECTION', ...inspection, tasks: tasks.map(taskJson) }
}
