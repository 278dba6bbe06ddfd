import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { emit } from '../../core/contracts/events.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { lockImage } from './lock-images.ts'
import type { UpdateDamageArea } from './schema.ts'

/** An image has one damage area. Without an id it is the one the image has, or a new one. */
export async function updateDamageArea(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  input: UpdateDamageArea,
) {
  await requireInspection(ctx, inspectionId, 'update')
  return inTransaction(ctx, async (ctx) => {
    const image = await lockImage(ctx, inspectionId, imageId)
    await lockVisibleInspection(ctx, inspectionId, 'update')
    const known = typeof image.damage_area?.id === 'string' ? image.damage_area.id : undefined
    const area = { id: input.id ?? known ?? uuidv7(), relevant_elements: input.relevant_elements }
    await ctx.db
      .updateTable('images')
      .set({ damage_area: json(area) })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', image.id)
      .execute()
    await emit(ctx, 'image.updated', inspectionId, { image_id: image.id })
    return { ...area, object_type: 'DAMAGE_AREA' as const }
  })
}
