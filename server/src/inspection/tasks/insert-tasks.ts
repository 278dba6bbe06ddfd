import type { TaskName } from '../../core/contracts/tasks.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'

export type NewTask = {
  name: TaskName
  start_when_ready: boolean
  arguments: Record<string, unknown>
  callbacks: unknown[]
}

export async function insertTasks(
  ctx: TransactionContext,
  inspectionId: string,
  tasks: NewTask[],
): Promise<void> {
  await ctx.db
    .insertInto('tasks')
    .values(
      tasks.map((task) => ({
        org_id: ctx.org_id,
        inspection_id: inspectionId,
        id: uuidv7(),
        name: task.name,
        start_when_ready: task.start_when_ready,
        arguments: json(task.arguments),
        callbacks: json(task.callbacks),
      })),
    )
    .execute()
}
