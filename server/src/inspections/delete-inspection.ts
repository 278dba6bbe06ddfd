import { sql } from 'kysely'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { requireVersion } from '../contracts/versions.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { endRun } from '../tasks/run.ts'
import { lockTasks } from '../tasks/start-task.ts'

/** Soft. What runs is ended, and a worker that finishes later finds the run over. A repeat answers the same. */
export async function deleteInspection(ctx: Context, inspectionId: string) {
  await requireInspection(ctx, inspectionId, 'write', { deleted: true })
  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasks(ctx, inspectionId)
    const before = await requireInspection(ctx, inspectionId, 'write', { deleted: true })
    if (before.deleted_at) return deletedJson(inspectionId, before.deleted_at)
    requireVersion(ctx, before.version)
    for (const task of tasks) {
      const run = {
        org_id: ctx.org_id,
        inspection_id: inspectionId,
        task_id: task.id,
        generation: task.generation,
      }
      await endRun(ctx, run, { error: 'the inspection was deleted' })
    }
    const row = await ctx.db
      .updateTable('inspections')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', inspectionId)
      .returning('deleted_at')
      .executeTakeFirstOrThrow()
    await emit(ctx, 'inspection.deleted', inspectionId, {})
    return deletedJson(inspectionId, row.deleted_at ?? '')
  })
}

function deletedJson(id: string, deleted_at: string) {
  return { id, object_type: 'INSPECTION' as const, deleted: true, deleted_at }
}
