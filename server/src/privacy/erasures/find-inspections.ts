import { sql } from 'kysely'
import { requireInspection } from '../../core/access/scope.ts'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import { isUuid } from '../../core/platform/uuid.ts'
import { inspectionDigest } from './receipt.ts'
import type { CreateErasure } from './schema.ts'

const INSPECTIONS_MAX = 10_000
const PAGE = 50_000

/** The inspections to erase, deleted ones among them. */
export async function findInspections(ctx: Context, input: CreateErasure): Promise<string[]> {
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
