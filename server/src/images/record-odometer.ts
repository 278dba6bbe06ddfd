import { sql } from 'kysely'
import { emitAll } from '../contracts/events.ts'
import type { OdometerResult } from '../contracts/findings.ts'
import type { TransactionContext } from '../platform/context.ts'
import { anyOf, json } from '../platform/database.ts'

/** What the instruments on pictures show. The caller holds the images. */
export async function recordOdometers(
  ctx: TransactionContext,
  inspectionId: string,
  found: readonly { image_id: string; odometer: OdometerResult }[],
): Promise<void> {
  const byImage = Object.fromEntries(found.map(({ image_id, odometer }) => [image_id, odometer]))
  const imageIds = Object.keys(byImage)
  await ctx.db
    .updateTable('images')
    .set({ odometer: sql<string>`${json(byImage)} -> id::text` })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(imageIds))
    .execute()
  await emitAll(
    ctx,
    'image.updated',
    inspectionId,
    imageIds.map((image_id) => ({ image_id })),
  )
}
