import { sql } from 'kysely'
import { lockVisibleInspection } from '../../core/access/lock-inspection.ts'
import { requireInspection } from '../../core/access/scope.ts'
import { changesOf } from '../../core/contracts/changes.ts'
import { emit } from '../../core/contracts/events.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { requireVersion } from '../../core/contracts/versions.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { createPartIfMissing } from '../parts/create-part.ts'
import { inCorrection } from '../pricing/in-correction.ts'
import { lockDamage, readDamageOnPart } from './queries.ts'
import type { CorrectedDamage, DamageOnPart, UpdateDamage } from './schema.ts'

/** Who made the damage stays. What a model said of a type, part or size goes when a person says otherwise. */
export async function updateDamage(
  ctx: Context,
  inspectionId: string,
  damageId: string,
  input: UpdateDamage,
): Promise<CorrectedDamage> {
  await requireInspection(ctx, inspectionId, 'write')
  const { part_type, reason } = input

  return inCorrection(ctx, inspectionId, async (ctx) => {
    // The part comes before the damage, as wherever both are locked.
    const partId = part_type ? await createPartIfMissing(ctx, inspectionId, part_type) : null
    const { deleted_at, version } = await lockDamage(ctx, inspectionId, damageId)
    await lockVisibleInspection(ctx, inspectionId, 'write')
    if (deleted_at) throw new Problem('not_found')
    requireVersion(ctx, version)
    const before = await readDamageOnPart(ctx, damageId)
    const columns = columnsOf(ctx, before, input)
    // Who repeats a correction changes nothing.
    if (Object.keys(columns).length === 0) return before
    await ctx.db
      .updateTable('damages')
      .set(columns)
      .where('org_id', '=', ctx.org_id)
      .where('id', '=', damageId)
      .execute()
    if (partId) await moveToPart(ctx, damageId, partId)
    const damage = await readDamageOnPart(ctx, damageId)
    const changes = changesOf(factsOf(before), factsOf(damage))
    const correction = { item_version: damage.version, reason, changes }
    await emit(ctx, 'damage.updated', inspectionId, { damage_id: damageId }, correction)
    return damage
  })
}

/** The columns that change, none when the damage is so already. */
function columnsOf(ctx: Context, before: DamageOnPart, input: UpdateDamage) {
  const { damage_type = before.damage_type, part_type = before.part_type, damage_size_cm } = input
  const scale_source = damage_size_cm === null ? null : 'person'
  const isMeasured =
    damage_size_cm !== undefined &&
    (damage_size_cm !== before.damage_size_cm || scale_source !== (before.scale_source ?? null))
  const changed = {
    ...(damage_type === before.damage_type ? {} : { damage_type, confidence: null }),
    ...(part_type === before.part_type ? {} : { part_confidence: null, part_source: null }),
    ...(isMeasured ? { damage_size_cm, size_cm_low: null, size_cm_high: null, scale_source } : {}),
  }
  const isChanged = Object.keys(changed).length > 0
  return {
    ...changed,
    ...(isChanged ? { is_user_modified: true } : {}),
    ...confirmationOf(ctx, before, input, isChanged),
  }
}

/** Somebody has confirmed the damage as it was: once it is changed that no longer holds. */
function confirmationOf(
  ctx: Context,
  { confirmed_by }: DamageOnPart,
  { is_confirmed }: UpdateDamage,
  isChanged: boolean,
) {
  const isHeld = confirmed_by !== null && !isChanged
  if (is_confirmed === true)
    return isHeld ? {} : { confirmed_by: ctx.principal.subject, confirmed_at: sql<string>`clock_timestamp()` }
  if (confirmed_by === null || (isHeld && is_confirmed === undefined)) return {}
  return { confirmed_by: null, confirmed_at: null }
}

async function moveToPart(ctx: TransactionContext, damage_id: string, part_id: string): Promise<void> {
  const { org_id } = ctx
  await ctx.db
    .deleteFrom('damage_parts')
    .where('org_id', '=', org_id)
    .where('damage_id', '=', damage_id)
    .execute()
  await ctx.db.insertInto('damage_parts').values({ org_id, damage_id, part_id }).execute()
}

/** What the history tells of a damage. */
const factsOf = (damage: DamageOnPart) => ({
  damage_type: damage.damage_type,
  part_type: damage.part_type,
  damage_size_cm: damage.damage_size_cm,
  size_cm_low: damage.size_cm_low,
  size_cm_high: damage.size_cm_high,
  scale_source: damage.scale_source,
  confidence: damage.confidence,
  part_confidence: damage.part_confidence,
  part_source: damage.part_source,
  confirmed_by: damage.confirmed_by,
  confirmed_at: damage.confirmed_at,
})
