import { emitAll } from '../../core/contracts/events.ts'
import type { Box, Point } from '../../core/contracts/findings.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { chunksOf, json } from '../../core/platform/database.ts'

/** Where a model saw something. It always has both forms: some clients draw the box, others the polygons. */
type Seen = { id: string; image_id: string; bounding_box: Box; polygons: Point[][]; confidence: number }
export type FoundView = Seen & { damage_id: string }
export type FoundPartView = Seen & { part_id: string }

/** With the inspection held, and no more of them than it has room for. */
export async function insertViews(
  ctx: TransactionContext,
  inspectionId: string,
  views: readonly FoundView[],
): Promise<void> {
  await insertRows(ctx, inspectionId, views)
  const events = views.map(({ id, image_id, damage_id }) => ({ view_id: id, image_id, damage_id }))
  await emitAll(ctx, 'view.created', inspectionId, events, { item_version: 1 })
}

/** Which parts a picture shows is no finding of its own: the end of the task tells of it, not an event for each. */
export async function insertPartViews(
  ctx: TransactionContext,
  inspectionId: string,
  views: readonly FoundPartView[],
): Promise<void> {
  await insertRows(ctx, inspectionId, views)
}

async function insertRows(
  ctx: TransactionContext,
  inspectionId: string,
  views: readonly (FoundView | FoundPartView)[],
): Promise<void> {
  const rows = views.map((view) => ({
    ...view,
    org_id: ctx.org_id,
    inspection_id: inspectionId,
    created_by: ctx.principal.subject,
    bounding_box: json(view.bounding_box),
    polygons: json(view.polygons),
  }))
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('views').values(chunk).execute()
}
