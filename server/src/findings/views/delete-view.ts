import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { deletedJson, type GivenReason } from '../../core/contracts/schema.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context } from '../../core/platform/context.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { lockView } from './queries.ts'
import type { DeletedView } from './schema.ts'

/** Soft; the damage stays. A repeat answers the same. */
export async function deleteView(
  ctx: Context,
  inspectionId: string,
  viewId: string,
  input: GivenReason,
): Promise<DeletedView> {
  await requireInspection(ctx, inspectionId, 'write')

  return inCorrection(ctx, inspectionId, async (ctx) => {
    const view = await lockView(ctx, inspectionId, viewId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (view.deleted_at) return deletedJson('VIEW', viewId, view.deleted_at)
    requireVersion(ctx, view.version)
    const { deleted_at, version } = await ctx.db
      .updateTable('views')
      .set({ deleted_at: sql`clock_timestamp()` })
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', viewId)
      .returning([sql<string>`deleted_at`.as('deleted_at'), 'version'])
      .executeTakeFirstOrThrow()
    const changes = changesOf({ deleted_at: null }, { deleted_at })
    const correction = { item_version: version, reason: input?.reason, changes }
    await emit(ctx, 'view.deleted', inspectionId, { view_id: viewId }, correction)
    return deletedJson('VIEW', viewId, deleted_at)
  })
}
