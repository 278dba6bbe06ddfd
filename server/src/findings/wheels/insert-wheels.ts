import type { FoundWheel } from '../../core/contracts/findings.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { chunksOf, json } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'

export async function insertWheels(
  ctx: TransactionContext,
  inspectionId: string,
  wheels: readonly (FoundWheel & { image_id: string })[],
): Promise<void> {
  const rows = wheels.map(({ image_id, wheel_name, bounding_box, predictions }) => ({
    org_id: ctx.org_id,
    inspection_id: inspectionId,
    id: uuidv7(),
    image_id,
    wheel_name,
    bounding_box: bounding_box && json(bounding_box),
    predictions: json(predictions),
  }))
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('wheel_analyses').values(chunk).execute()
}

/** For good, before those of a new run: nobody can correct wheels. */
export async function removeWheels(ctx: TransactionContext, inspectionId: string): Promise<void> {
  await ctx.db
    .deleteFrom('wheel_analyses')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .execute()
}
