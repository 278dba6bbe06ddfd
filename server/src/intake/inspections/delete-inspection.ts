import { sql } from 'kysely'
import { requireInspection, visibleInspections } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { deletedJson } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { endRun } from '../../inspection/tasks/run.ts'
import { lockTasks } from '../../inspection/tasks/start-task.ts'

/** Soft. What runs is ended, and a worker that finishes later finds the run over. A repeat answers the same. */
export async function deleteInspection(ctx: Context, inspectionId: string) {
  await requireInspection(ctx, inspectionId, 'write', { deleted: true })
  return inTransaction(ctx, async (ctx) => {
    const tasks = await lockTasks(ctx, inspectionId)
    const before = await lockInspection(ctx, inspectionId)
    if (before.deleted_at) return deletedJson('INSPECTION', inspectionId, before.deleted_at)
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
    const { deleted_at } = await ctx.db
      .updateTable('inspections')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', inspectionId)
      .returning(sql<string>`deleted_at`.as('deleted_at'))
      .executeTakeFirstOrThrow()
    await emit(ctx, 'inspection.deleted', inspectionId, {})
    return deletedJson('INSPECTION', inspectionId, deleted_at)
  })
}

async function lockInspection(ctx: TransactionContext, inspectionId: string) {
  const row = await visibleInspections(ctx, 'write')
    .select(['inspections.deleted_at', 'inspections.version'])
    .where('inspections.id', '=', inspectionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return row
}
