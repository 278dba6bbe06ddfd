import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { findInspections } from './find-inspections.ts'
import { insertErasure, lockAndFindKept } from './insert-erasure.ts'
import { readErasure } from './queries.ts'
import type { CreateErasure, Erasure } from './schema.ts'

const SUBJECTS = {
  inspection_id: 'inspection',
  vin: 'vehicle',
  plate: 'vehicle',
  capture_link_id: 'capture_link',
  inspection_digests: 'receipt',
} as const

/** Notes what is to go; a worker erases it. Nothing of it can be brought back. */
export async function createErasure(ctx: Context, input: CreateErasure): Promise<Erasure> {
  requireOrganization(ctx, 'write')
  const subject = subjectOf(input)
  const inspectionIds = await findInspections(ctx, input)
  if (inspectionIds.length === 0 && subject !== 'receipt') throw new Problem('not_found')
  return inTransaction(ctx, async (ctx) => {
    const { reason } = input
    const requested = { subject, reason, created_by: ctx.principal.subject }
    const kept = await lockAndFindKept(ctx, inspectionIds)
    if (kept.length > 0) throw new Problem('inspection_held', { held_count: kept.length })
    const id = await insertErasure(ctx, requested, inspectionIds)
    await recordAdministration(ctx, 'erasure.created', { erasure_id: id, reason })
    return readErasure(ctx, id)
  })
}

function subjectOf(input: CreateErasure): Erasure['subject'] {
  const fields = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]
  const [given, ...more] = fields.filter((field) => input[field] !== undefined)
  if (!given || more.length > 0)
    throw new Problem('request_invalid', {}, [
      { field: given ?? 'inspection_id', message: `give exactly one of ${fields.join(', ')}` },
    ])
  return SUBJECTS[given]
}
