import { sql } from 'kysely'
import { requireInspection, requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { insertErasure, lockAndFindKept } from './insert-erasure.ts'
import { readErasure } from './queries.ts'
import { inspectionDigest } from './receipt.ts'
import type { CreateErasure, Erasure } from './schema.ts'

const INSPECTIONS_MAX = 10_000
const PAGE = 50_000

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

/** The inspections to erase, deleted ones among them. */
async function findInspections(ctx: Context, input: CreateErasure): Promise<string[]> {
  if (input.inspection_id !== undefined) {
    await requireInspection(ctx, input.inspection_id, 'write', { deleted: true })
    return [input.inspection_id]
  }
  if (input.vin !== undefined) return findByVehicle(ctx, 'vin_key', input.vin)
  if (input.plate !== undefined) return findByVehicle(ctx, 'plate_key', input.plate)
  if (input.capture_link_id !== undefined) return findByLink(ctx, input.capture_link_id)
  return findByDigest(ctx, new Set(input.inspection_digests))
}

async function findByVehicle(ctx: Context, key: 'vin_key' | 'plate_key', term: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('vehicles')
    .select('inspection_id')
    .where('org_id', '=', ctx.org_id)
    .where(key, '=', sql<string>`search_key(${term})`)
    .limit(INSPECTIONS_MAX + 1)
    .execute()
  return requireFew(rows.map(({ inspection_id }) => inspection_id))
}

async function findByLink(ctx: Context, linkId: string): Promise<string[]> {
  if (!isUuid(linkId)) throw new Problem('not_found')
  const { rows } = await sql<{ inspection_id: string }>`
    select inspection_id from capture_links
    where org_id = ${ctx.org_id} and id = ${linkId} and inspection_id is not null
    union
    select inspection_id from capture_sessions where org_id = ${ctx.org_id} and link_id = ${linkId}
    limit ${INSPECTIONS_MAX + 1}`.execute(ctx.db)
  return requireFew(rows.map(({ inspection_id }) => inspection_id))
}

/** A digest tells nothing about the id, so every inspection is looked at, page by page. */
async function findByDigest(ctx: Context, digests: Set<string>): Promise<string[]> {
  const found: string[] = []
  for (let after: string | null = null; found.length < digests.size; ) {
    let inspections = ctx.db.selectFrom('inspections').select('id').where('org_id', '=', ctx.org_id)
    if (after !== null) inspections = inspections.where('id', '>', after)
    const rows: { id: string }[] = await inspections.orderBy('id').limit(PAGE).execute()
    found.push(...rows.flatMap(({ id }) => (digests.has(inspectionDigest(ctx.org_id, id)) ? [id] : [])))
    after = rows.at(-1)?.id ?? null
    if (rows.length < PAGE) break
  }
  return found
}

function requireFew(inspectionIds: string[]): string[] {
  if (inspectionIds.length > INSPECTIONS_MAX)
    throw new Problem('limit_reached', { resource: 'inspections', limit: INSPECTIONS_MAX })
  return inspectionIds
}
