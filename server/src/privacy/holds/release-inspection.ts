import { sql } from 'kysely'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { deletedJson } from '../../core/contracts/schema.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { requireHoldable } from './hold-inspection.ts'

/** What its time or a person wants to be erased may go again. Who repeats it changes nothing. */
export async function releaseInspection(ctx: Context, inspectionId: string) {
  await requireHoldable(ctx, inspectionId)
  return inTransaction(ctx, async (ctx) => {
    const released = await ctx.db
      .deleteFrom('holds')
      .where('org_id', '=', ctx.org_id)
      .where('inspection_id', '=', inspectionId)
      .returning('inspection_id')
      .executeTakeFirst()
    if (released) await recordAdministration(ctx, 'hold.deleted', released)
    const { rows } = await sql<{ now: string }>`select now()`.execute(ctx.db)
    return deletedJson('HOLD', inspectionId, rows[0]?.now ?? '')
  })
}
