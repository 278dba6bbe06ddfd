import { requireInspection } from '../access/scope.ts'
import { Problem } from '../contracts/problems.ts'
import type { Context } from '../platform/context.ts'
import { requireTaskName, selectResults, selectTasks, taskJson } from './queries.ts'
import type { Task } from './schema.ts'

export async function getTask(ctx: Context, inspectionId: string, taskName: string): Promise<Task> {
  await requireInspection(ctx, inspectionId, 'read')
  const row = await selectTasks(ctx)
    .select(selectResults)
    .where('tasks.inspection_id', '=', inspectionId)
    .where('tasks.name', '=', requireTaskName(taskName))
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return taskJson(row)
}
