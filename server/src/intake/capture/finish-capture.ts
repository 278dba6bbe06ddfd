import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { TASKS } from '../../core/contracts/tasks.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { hasPictures, lockTasks, startAutomaticTasks, startTask } from '../../inspection/tasks/start-task.ts'
import { readCapture } from './read-capture.ts'
import type { Capture } from './schema.ts'

/** Starts the tasks of the inspection. A repeat answers the same. */
export async function finishCapture(ctx: Context, inspectionId: string): Promise<Capture> {
  await requireInspection(ctx, inspectionId, 'update', { linked: true })

  return inTransaction(ctx, async (ctx) => {
    // Pictures on their way hold the tasks too: each is in before the end, or comes after it.
    const tasks = await lockTasks(ctx, inspectionId)
    await requireInspection(ctx, inspectionId, 'update', { linked: true })
    const capture = await readCapture(ctx, inspectionId)
    if (capture.finished_at) return capture
    if (!capture.may_finish) throw new Problem('capture_incomplete', {}, capture.missing.map(whyMissing))
    for (const task of tasks) {
      const { automatic, by } = TASKS[task.name]
      if (task.status !== 'NOT_STARTED' || automatic || by === 'nobody') continue
      if (!(await hasPictures(ctx, task))) continue
      await startTask(ctx, inspectionId, task)
      await startAutomaticTasks(ctx, inspectionId, task.name, tasks)
    }
    await markFinished(ctx, capture)
    await emit(ctx, 'capture_link.done', inspectionId, { capture_link_id: capture.capture_link_id })
    return readCapture(ctx, inspectionId)
  })
}

const whyMissing = (field: string) => ({ field, message: 'has no picture that is good enough' })

async function markFinished(
  ctx: TransactionContext,
  { capture_link_id, inspection_id }: Capture,
): Promise<void> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('capture_sessions')
    .set({ finished_at: sql<string>`clock_timestamp()` })
    .where('org_id', '=', ctx.org_id)
    .where('link_id', '=', capture_link_id)
    .where('inspection_id', '=', inspection_id)
    .executeTakeFirst()
  // Somebody of the organization ends what no device has opened: there is nothing to mark, and no capture.
  if (numUpdatedRows === 0n) throw new Problem('not_found')
}
