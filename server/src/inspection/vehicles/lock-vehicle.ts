import { sql } from 'kysely'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { TransactionContext } from '../../core/platform/context.ts'

/** Every inspection is created with its vehicle. Lock it before the inspection is held. */
export async function lockVehicle(ctx: TransactionContext, inspectionId: string) {
  return ctx.db
    .selectFrom('vehicles')
    .selectAll()
    .select([
      sql<FreeObject | null>`owner_info`.as('owner_info'),
      sql<FreeObject>`additional_data`.as('additional_data'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
