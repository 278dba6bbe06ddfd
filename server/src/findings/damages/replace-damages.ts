import { sql } from 'kysely'
import type { DamageType } from '../../core/contracts/damage-types.ts'
import { emitAll } from '../../core/contracts/events.ts'
import { type Box, MODEL_AUTHOR } from '../../core/contracts/findings.ts'
import { condition } from '../../core/platform/condition.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'

/** A damage of which a person has said something, with where it is on pictures. Deleted ones are rejected. */
export type DecidedDamage = {
  id: string
  damage_type: DamageType
  is_deleted: boolean
  views: { image_id: string; bounding_box: Box }[]
}

type KnownDamage = DecidedDamage & { is_untouched: boolean; view_ids: string[] }

/**
 * The damages of an inspection, locked with their views. Only people's corrections change a row that a model made, so
 * the first version of a damage and of all its views is one that nobody has touched.
 */
export async function lockKnownDamages(
  ctx: TransactionContext,
  inspectionId: string,
): Promise<KnownDamage[]> {
  const damages = await ctx.db
    .selectFrom('damages')
    .select([
      'id',
      sql<DamageType>`damage_type`.as('damage_type'),
      condition`deleted_at is not null`.as('is_deleted'),
      'created_by',
      'version',
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('is_replaced', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  const views = await ctx.db
    .selectFrom('views')
    .select([
      'id',
      'damage_id',
      'image_id',
      sql<Box>`bounding_box`.as('bounding_box'),
      'created_by',
      'version',
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('damage_id', 'is not', null)
    .where('is_replaced', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  const viewsOf = Map.groupBy(views, (view) => view.damage_id)
  return damages.map(({ created_by, version, ...damage }) => {
    const own = viewsOf.get(damage.id) ?? []
    const rows = [{ created_by, version }, ...own]
    return {
      ...damage,
      is_untouched: rows.every((row) => row.created_by === MODEL_AUTHOR && row.version === 1),
      views: own.map(({ image_id, bounding_box }) => ({ image_id, bounding_box })),
      view_ids: own.map(({ id }) => id),
    }
  })
}

/** They are shown to nobody any more, and what the model found stays in the results of its run. */
export async function replaceDamages(
  ctx: TransactionContext,
  inspectionId: string,
  damageIds: string[],
): Promise<void> {
  if (damageIds.length === 0) return
  await ctx.db
    .updateTable('damages')
    .set({ deleted_at: sql`clock_timestamp()`, is_replaced: true })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(damageIds))
    .execute()
  await emitAll(
    ctx,
    'damage.deleted',
    inspectionId,
    damageIds.map((damage_id) => ({ damage_id })),
  )
}
