import type { PartType } from '../contracts/part-types.ts'
import type { TransactionContext } from '../platform/context.ts'
import { uuidv7 } from '../platform/uuid.ts'

/** The id of the inspection's part of this type. Of many who make it at once, one does and the others wait for it. */
export async function createPartIfMissing(
  ctx: TransactionContext,
  inspectionId: string,
  partType: PartType,
): Promise<string> {
  await ctx.db
    .insertInto('parts')
    .values({
      org_id: ctx.org_id,
      inspection_id: inspectionId,
      id: uuidv7(),
      created_by: ctx.principal.subject,
      part_type: partType,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'inspection_id', 'part_type']).doNothing())
    .execute()
  const { id } = await ctx.db
    .selectFrom('parts')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('part_type', '=', partType)
    .executeTakeFirstOrThrow()
  return id
}
