import { enqueue } from '../../core/contracts/jobs.ts'
import { DERIVED_TASKS, TASKS, type TaskName } from '../../core/contracts/tasks.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/** Whether a derived task can be done now: nobody is still at work on what it comes from. The caller holds the tasks. */
export async function isSourceOver(
  ctx: TransactionContext,
  inspectionId: string,
  name: TaskName,
): Promise<boolean> {
  const { derived_from } = TASKS[name]
  if (!derived_from) return true
  const source = await ctx.db
    .selectFrom('tasks')
    .select('status')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('name', '=', derived_from)
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
  const derived = DERIVED_TASKS.filter((name) => TASKS[name].derived_from === done)
  if (derived.length === 0) return
  const waiting = await ctx.db
    .selectFrom('tasks')
    .select(['id', 'generation'])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('name', 'in', derived)
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
