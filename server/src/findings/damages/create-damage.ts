import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { requireRoom } from '../../core/contracts/limits.ts'
import type { Context } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { createPartIfMissing } from '../parts/create-part.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { readDamageOnPart } from './queries.ts'
import type { CorrectedDamage, CreateDamage } from './schema.ts'

export async function createDamage(
  ctx: Context,
  inspectionId: string,
  input: CreateDamage,
): Promise<CorrectedDamage> {
  await requireInspection(ctx, inspectionId, 'write')
  const { damage_type, part_type, reason } = input

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const part_id = await createPartIfMissing(ctx, inspectionId, part_type)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    await requireRoom(ctx, 'damages', inspectionId, ctx.config.DAMAGES_PER_INSPECTION_MAX)
    const id = uuidv7()
    await ctx.db
      .insertInto('damages')
      .values({
        org_id: ctx.org_id,
        inspection_id: inspectionId,
        id,
        created_by: ctx.principal.subject,
        damage_type,
      })
      .execute()
    await ctx.db.insertInto('damage_parts').values({ org_id: ctx.org_id, damage_id: id, part_id }).execute()
    const told = { damage_id: id, damage_type, part_ids: [part_id] }
    const changes = changesOf(null, { damage_type, part_type })
    await emit(ctx, 'damage.created', inspectionId, told, { item_version: 1, reason, changes })
    return readDamageOnPart(ctx, id)
  })
}
