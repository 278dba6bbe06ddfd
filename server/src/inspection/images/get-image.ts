import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { objectIn, textIn } from '../../core/contracts/free-text.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { FreeObject } from '../../core/contracts/schema.ts'
import type { Context } from '../../core/platform/context.ts'
import { imageJson, selectImages } from './queries.ts'
import type { Image } from './schema.ts'

const PENDING = { status: 'TODO', is_compliant: null, reasons: [] }

/** Here `compliances` is always present: it is how the oldest clients ask whether the check is done. */
export async function getImage(
  ctx: Context,
  inspectionId: string,
  imageId: string,
  options: { show_deleted_objects: boolean },
): Promise<Image> {
  await requireInspection(ctx, inspectionId, 'read', { deleted: options.show_deleted_objects })
  let query = selectImages(ctx)
    .select(sql<FreeObject>`images.compliance_parameters`.as('compliance_parameters'))
    .where('images.inspection_id', '=', inspectionId)
    .where('images.id', '=', imageId)
  if (!options.show_deleted_objects) query = query.where('images.deleted_at', 'is', null)
  const row = await requireRow(imageId, query)
  const { compliance_parameters, ...image } = row
  return { compliances: pendingCompliances(compliance_parameters), ...imageJson(ctx, image) }
}

/**
 * What the poll of the oldest clients sees until the check is done: exactly TODO, and no null beside it. Coverage is
 * checked only where the picture names a sight.
 */
function pendingCompliances(parameters: FreeObject) {
  const sight_id = textIn(objectIn(parameters, 'coverage_360'), 'sight_id')
  return {
    image_quality_assessment: PENDING,
    ...(sight_id === null ? {} : { coverage_360: { ...PENDING, sight_id, parameters: { sight_id } } }),
  }
}
