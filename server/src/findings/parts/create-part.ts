import { sql } from 'kysely'
import type { PartType } from '../../core/contracts/part-types.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'

/** The id of the inspection's part of this type. Of many who make it at once, one does and the others wait for it. */
export async function createPartIfMissing(
  ctx: TransactionContext,
  inspectionId: string,
  partType: PartType,
): Promise<string> {
  const id = (await createPartsIfMissing(ctx, inspectionId, [partType])).get(partType)
  if (!id) throw new Error(`the part ${partType} was not made`)
  return id
}

/** The same for several types. Call it before the inspection is held: who makes one of them holds the inspection next. */
export async function createPartsIfMissing(
  ctx: TransactionContext,
  inspectionId: string,
  partTypes: readonly PartType[],
): Promise<Map<PartType, string>> {
  // In one order, so that two who make the same parts do not wait for each other.
  const types = [...new Set(partTypes)].toSorted()
  if (types.length === 0) return new Map()
  await ctx.db
    .insertInto('parts')
    .values(
      types.map((part_type) => ({
        org_id: ctx.org_id,
        inspection_id: inspectionId,
        id: uuidv7(),
        created_by: ctx.principal.subject,
        part_type,
      })),
    )
    .onConflict((conflict) => conflict.columns(['org_id', 'inspection_id', 'part_type']).doNothing())
    .execute()
  const rows = await ctx.db
    .selectFrom('parts')
    .select(['id', sql<PartType>`part_type`.as('part_type')])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('part_type', 'in', types)
    .execute()
  return new Map(rows.map((row) => [row.part_type, row.id]))
}
