import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { visibleInspections } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { openArchive, type Transfer } from './open-archive.ts'
import { requireExport } from './require-export.ts'
import type { ExportVehicleQuery } from './schema.ts'

const INSPECTIONS_MAX = 1_000

/** Every inspection with the same VIN or plate, one after the other. */
export async function exportVehicle(
  ctx: Context,
  query: ExportVehicleQuery,
  transfer: Transfer,
): Promise<Readable> {
  await requireExport(ctx)
  const inspectionIds = await findInspections(ctx, query)
  if (inspectionIds.length === 0) throw new Problem('not_found')
  if (inspectionIds.length > INSPECTIONS_MAX)
    throw new Problem('limit_reached', { resource: 'inspections', limit: INSPECTIONS_MAX })
  return openArchive(ctx, inspectionIds, transfer)
}

async function findInspections(ctx: Context, { vin, plate }: ExportVehicleQuery): Promise<string[]> {
  if ((vin === undefined) === (plate === undefined))
    throw new Problem('request_invalid', {}, [{ field: 'vin', message: 'give exactly one of vin, plate' }])
  const rows = await visibleInspections(ctx, 'read')
    .innerJoin('vehicles', (join) =>
      join
        .onRef('vehicles.org_id', '=', 'inspections.org_id')
        .onRef('vehicles.inspection_id', '=', 'inspections.id'),
    )
    .select('inspections.id')
    .where('inspections.deleted_at', 'is', null)
    .where(
      vin === undefined ? 'vehicles.plate_key' : 'vehicles.vin_key',
      '=',
      sql<string>`search_key(${vin ?? plate})`,
    )
    .orderBy('inspections.id')
    .limit(INSPECTIONS_MAX + 1)
    .execute()
  return rows.map(({ id }) => id)
}
