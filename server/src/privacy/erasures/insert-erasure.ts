import { sql } from 'kysely'
import { enqueue } from '../../core/contracts/jobs.ts'
import type { TransactionContext } from '../../core/platform/context.ts'
import { anyOf } from '../../core/platform/database.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { findCompared, findHeld } from '../holds/queries.ts'
import { inspectionDigest } from './receipt.ts'
import type { Erasure } from './schema.ts'

/** Those that are held. Whoever wants to hold another one waits for this transaction, and then finds it in an erasure. */
export async function lockAndFindHeld(ctx: TransactionContext, inspectionIds: string[]): Promise<string[]> {
  await ctx.db
    .selectFrom('inspections')
    .select('id')
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', anyOf(inspectionIds))
    .orderBy('id')
    .forShare()
    .execute()
  return findHeld(ctx, inspectionIds)
}

/** Those that must stay: they are held, or compared with one that is held, whose comparison would go with them. */
export async function lockAndFindKept(ctx: TransactionContext, inspectionIds: string[]): Promise<string[]> {
  const compared = await findCompared(ctx, inspectionIds)
  const others = compared.map(({ other }) => other)
  const held = new Set(await lockAndFindHeld(ctx, [...new Set([...inspectionIds, ...others])]))
  const kept = new Set(compared.flatMap(({ id, other }) => (held.has(other) ? [id] : [])))
  return inspectionIds.filter((id) => held.has(id) || kept.has(id))
}

/** Files whose inspections stay; `part` null: everything under their ids. */
type Files = { objects: string[]; part: 'original' | null }

/** Notes what is to go: inspections, or files of inspections that stay. */
export async function insertErasure(
  ctx: TransactionContext,
  requested: Pick<Erasure, 'subject' | 'reason' | 'created_by'>,
  what: string[] | Files,
): Promise<string> {
  const id = uuidv7()
  await ctx.db
    .insertInto('erasures')
    .values({ org_id: ctx.org_id, id, ...requested })
    .execute()
  if (Array.isArray(what)) await insertInspections(ctx, id, what)
  else await insertFiles(ctx, id, what)
  await enqueue(ctx, 'erase_data', { org_id: ctx.org_id, erasure_id: id })
  return id
}

async function insertInspections(ctx: TransactionContext, erasure_id: string, inspectionIds: string[]) {
  const rows = inspectionIds.map((inspection_id) => ({
    org_id: ctx.org_id,
    erasure_id,
    inspection_id,
    digest: inspectionDigest(ctx.org_id, inspection_id),
  }))
  if (rows.length > 0) await ctx.db.insertInto('erasure_inspections').values(rows).execute()
}

async function insertFiles(ctx: TransactionContext, erasure_id: string, { objects, part }: Files) {
  const rows = objects.map((object_id) => ({
    org_id: ctx.org_id,
    erasure_id,
    object_id,
    part,
    due_at: sql<string>`now()`,
  }))
  await ctx.db.insertInto('erasure_objects').values(rows).execute()
}
