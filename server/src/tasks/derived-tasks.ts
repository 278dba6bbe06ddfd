import { enqueue } from '../contracts/jobs.ts'
import { DERIVED_TASKS, type TaskName } from '../contracts/tasks.ts'
import type { TransactionContext } from '../platform/context.ts'

/** What derived tasks work on comes from this one. */
const SOURCE: TaskName = 'damage_detection'

/** Whether a derived task can be done now: nobody is still looking for damages. The caller holds the tasks. */
export async function isSourceOver(ctx: TransactionContext, inspectionId: string): Promise<boolean> {
  const source = await ctx.db
    .selectFrom('tasks')
    .select('status')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('name', '=', SOURCE)
    .executeTakeFirst()
  return !source || source.status === 'DONE' || source.status === 'VALIDATED'
}

/**
 * Sends off the derived tasks that waited for the one that is done now. The caller holds that task, and a start locks
 * all tasks of the inspection, so none can begin to wait at the same moment.
 */
export async function enqueueDerivedTasks(
  ctx: TransactionContext,
  inspectionId: string,
  done: string,
): Promise<void> {
  if (done !== SOURCE) return
  const waiting = await ctx.db
    .selectFrom('tasks')
    .select(['id', 'generation'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('name', 'in', [...DERIVED_TASKS])
    .where('status', '=', 'TODO')
    .orderBy('id')
    .execute()
  for (const { id, generation } of waiting)
    await enqueue(ctx, 'finish_task', {
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      task_id: id,
      generation,
    })
}
