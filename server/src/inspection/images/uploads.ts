import { sql } from 'kysely'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import { storagePrefix } from './storage-keys.ts'

/**
 * Before anything is put into the object store under `id`: what never gets a row is found and removed. With the
 * inspections it shows, unless these have no row yet either. They are held meanwhile: who erases one of them finds this row, and
 * after an erasure nothing is announced.
 */
export async function announceUpload(
  ctx: Context,
  id: string,
  inspectionIds: readonly string[],
): Promise<void> {
  const announced = await sql`
    insert into uploads (org_id, image_id, inspection_ids)
    select ${ctx.org_id}, ${id}, ${inspectionIds}::uuid[]
    where ${inspectionIds.length} = (
      select count(*) from (
        select from inspections where org_id = ${ctx.org_id} and id = any (${inspectionIds}::uuid[]) for key share
      ) held
    )`.execute(ctx.db)
  if (announced.numAffectedRows === 0n) throw new Problem('not_found')
}

/** Once an upload has been given up, its objects are being removed and no row may point to them. */
export async function finishUpload(ctx: TransactionContext, id: string): Promise<void> {
  const finished = await ctx.db
    .deleteFrom('uploads')
    .where('org_id', '=', ctx.org_id)
    .where('image_id', '=', id)
    .where('abandoned_at', 'is', null)
    .returning('image_id')
    .executeTakeFirst()
  if (!finished) throw new Problem('unavailable')
}

/**
 * Removes the objects of an upload that got no row. The mark comes first: after it no row can be committed for
 * them. The announcement goes last: a removal that dies half-way is repeated. False when there is none.
 */
export async function removeUpload(ctx: Context, id: string): Promise<boolean> {
  const marked = await ctx.db
    .updateTable('uploads')
    .set({ abandoned_at: sql`now()` })
    .where('org_id', '=', ctx.org_id)
    .where('image_id', '=', id)
    .returning('image_id')
    .executeTakeFirst()
  if (!marked) return false
  await ctx.storage.erase(storagePrefix(ctx.org_id, id))
  await forgetUploads(ctx, [id])
  return true
}

/** After their objects are gone. */
export async function forgetUploads(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db
    .deleteFrom('uploads')
    .where('org_id', '=', ctx.org_id)
    .where('image_id', '=', anyOf(ids))
    .execute()
}
