import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { TaskName } from '../../core/contracts/tasks.ts'
import type { Context } from '../../core/platform/context.ts'
import { waitUntil } from '../../core/platform/wait-until.ts'
import { readWithinLimit, requireTaskName, selectResults, selectTasks, taskJson } from './queries.ts'
import type { Task } from './schema.ts'

/** Waits for the end of one that is under way, as long as the caller wants to. */
export async function getTask(
  ctx: Context,
  inspectionId: string,
  taskName: string,
  waitMs: number,
): Promise<Task> {
  const untilMs = ctx.clock.nowMs() + waitMs
  await requireInspection(ctx, inspectionId, 'read')
  const name = requireTaskName(taskName)
  if (waitMs > 0) {
    await waitUntil(ctx, inspectionId, untilMs, async () => !(await isUnderWay(ctx, inspectionId, name)))
    // Again: the inspection may have been deleted meanwhile.
    await requireInspection(ctx, inspectionId, 'read')
  }
  const [row] = await readWithinLimit(
    ctx,
    selectTasks(ctx)
      .select(selectResults)
      .where('tasks.inspection_id', '=', inspectionId)
      .where('tasks.name', '=', name),
  )
  if (!row) throw new Problem('not_found')
  return taskJson(row)
}

async function isUnderWay(ctx: Context, inspectionId: string, name: TaskName): Promise<boolean> {
  const running = await ctx.db
    .selectFrom('tasks')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('name', '=', name)
    .where('status', 'in', ['TODO', 'IN_PROGRESS'])
    .executeTakeFirst()
  return running !== undefined
}
