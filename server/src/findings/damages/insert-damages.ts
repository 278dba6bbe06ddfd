import type { DamageType } from '../../core/contracts/damage-types.ts'
import { emitAll } from '../../core/contracts/events.ts'
import type { PartSource, ScaleSource } from '../../core/contracts/findings.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { chunksOf } from '../../core/platform/database.ts'

/** A damage that a model found. */
export type FoundDamageRow = {
  id: string
  damage_type: DamageType
  part_id: string
  confidence: number
  part_confidence: number
  part_source: PartSource
  size_cm: number | null
  size_cm_low: number | null
  size_cm_high: number | null
  scale_source: ScaleSource | null
}

/** With the inspection held, and no more of them than it has room for. */
export async function insertDamages(
  ctx: TransactionContext,
  inspectionId: string,
  damages: readonly FoundDamageRow[],
): Promise<void> {
  const { org_id } = ctx
  const rows = damages.map(({ part_id, size_cm, ...damage }) => ({
    ...damage,
    org_id,
    inspection_id: inspectionId,
    created_by: ctx.principal.subject,
    damage_size_cm: size_cm,
  }))
  const links = damages.map(({ id, part_id }) => ({ org_id, damage_id: id, part_id }))
  for (const chunk of chunksOf(rows)) await ctx.db.insertInto('damages').values(chunk).execute()
  for (const chunk of chunksOf(links)) await ctx.db.insertInto('damage_parts').values(chunk).execute()
  const events = damages.map(({ id, damage_type, part_id }) => ({
    damage_id: id,
    damage_type,
    part_ids: [part_id],
  }))
  await emitAll(ctx, 'damage.created', inspectionId, events, { item_version: 1 })
}
