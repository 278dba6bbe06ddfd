import { requireOrganization } from '../access/scope.ts'
import { recordAdministration } from '../contracts/administration.ts'
import { enqueue } from '../contracts/jobs.ts'
import { Problem } from '../contracts/problems.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { findInspections } from './find-inspections.ts'
import { readErasure } from './queries.ts'
import { inspectionDigest } from './receipt.ts'
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
  const id = uuidv7()
  return inTransaction(ctx, async (ctx) => {
    const { reason } = input
    const created_by = ctx.principal.subject
    await ctx.db
      .insertInto('erasures')
      .values({ org_id: ctx.org_id, id, created_by, subject, reason })
      .execute()
    const rows = inspectionIds.map((inspection_id) => ({
      org_id: ctx.org_id,
      erasure_id: id,
      inspection_id,
      digest: inspectionDigest(ctx.org_id, inspection_id),
    }))
    if (rows.length > 0) await ctx.db.insertInto('erasure_inspections').values(rows).execute()
    await enqueue(ctx, 'erase_data', { org_id: ctx.org_id, erasure_id: id })
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
