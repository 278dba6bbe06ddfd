import { emit } from '../../core/contracts/events.ts'
import { limitFree, mergeFree } from '../../core/contracts/limits.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { insertTasks, type NewTask } from '../../inspection/tasks/insert-tasks.ts'
import { insertVehicle } from '../../inspection/vehicles/insert-vehicle.ts'
import type { CreateInspection } from './schema.ts'

/** An inspection with its vehicle and its tasks. It belongs to the principal; who may make it, the caller has asked. */
export async function insertInspection(
  ctx: TransactionContext,
  id: string,
  input: CreateInspection,
  tasks: NewTask[],
): Promise<void> {
  await ctx.db
    .insertInto('inspections')
    .values({
      org_id: ctx.org_id,
      id,
      owner_id: ctx.principal.subject,
      creator_id: ctx.principal.subject,
      inspection_type: input.inspection_type ?? null,
      accident_nature: input.accident_nature ?? null,
      related_inspection_id: input.related_inspection_id ?? null,
      usage_duration: input.usage_duration ?? null,
      damage_areas: json(limitFree(ctx, input.damage_areas ?? [])),
      damage_severity: input.damage_severity ? json(limitFree(ctx, input.damage_severity)) : null,
      pricing: input.pricing ? json(limitFree(ctx, input.pricing)) : null,
      additional_data: json(mergeFree(ctx, null, input.additional_data ?? {})),
    })
    .execute()
  await insertVehicle(ctx, id, input.vehicle ?? {})
  await insertTasks(ctx, id, tasks)
  await emit(ctx, 'inspection.created', id, {})
}
