import { holdInspection } from '../access/hold-inspection.ts'
import { requireInspection } from '../access/scope.ts'
import { emit } from '../contracts/events.ts'
import { requireRoom } from '../contracts/limits.ts'
import { createPartIfMissing } from '../parts/create-part.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { damageJson, selectDamages } from './queries.ts'
import type { CreateDamage, CreatedDamage } from './schema.ts'

export async function createDamage(
  ctx: Context,
  inspectionId: string,
  input: CreateDamage,
): Promise<CreatedDamage> {
  await requireInspection(ctx, inspectionId, 'write')
  const { damage_type, part_type } = input

  return inTransaction(ctx, async (ctx) => {
    const part_id = await createPartIfMissing(ctx, inspectionId, part_type)
    await holdInspection(ctx, inspectionId, 'write')
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
    await emit(ctx, 'damage.created', inspectionId, { damage_id: id, damage_type, part_ids: [part_id] })
    const damage = damageJson(await selectDamages(ctx).where('damages.id', '=', id).executeTakeFirstOrThrow())
    return { ...damage, part_type, parts: damage.part_ids }
  })
}
