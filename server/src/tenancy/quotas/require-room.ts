import { sql } from 'kysely'
import { Problem } from '../../core/contracts/problems.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import { readUsage } from './queries.ts'

/** Within this share of the limit, or this amount, those who take from a quota do so one after the other. */
const NEAR_SHARE = 0.1
const NEAR_BYTES = 2_000_000_000
const NEAR_INSPECTIONS = 200

type Counted = 'bytes_stored' | 'inspections_per_day'

/** Before a body is read: refuses what could not be stored anyway. Another upload may still take the last room. */
export async function requireRoomForBytes(ctx: Context): Promise<void> {
  const { used, limit } = await readCounted(ctx, 'bytes_stored')
  if (used >= limit) throw new Problem('quota_bytes_stored', { limit, used })
}

/**
 * In the transaction that stores, once its rows are there: exact. Last, behind all other locks, because near the limit
 * the organization's others wait here until this one is committed.
 */
export async function requireBytesStored(ctx: TransactionContext, bytes: number): Promise<void> {
  const over = await findOver(ctx, 'bytes_stored', NEAR_BYTES)
  if (over) throw new Problem('quota_bytes_stored', { limit: over.limit, used: over.used - bytes })
}

/** Before pictures are fetched for an inspection that could not be created. */
export async function requireRoomForInspection(ctx: Context): Promise<void> {
  const { used, limit, day_ends_in_s } = await readCounted(ctx, 'inspections_per_day')
  if (used >= limit)
    throw new Problem('quota_inspections_per_day', { limit, used, retry_after_s: day_ends_in_s })
}

/** In the transaction that creates the inspection, once its row is there: exact. */
export async function requireInspectionsPerDay(ctx: TransactionContext): Promise<void> {
  const over = await findOver(ctx, 'inspections_per_day', NEAR_INSPECTIONS)
  if (!over) return
  const { limit, used, day_ends_in_s } = over
  throw new Problem('quota_inspections_per_day', { limit, used: used - 1, retry_after_s: day_ends_in_s })
}

async function findOver(ctx: TransactionContext, quota: Counted, near: number) {
  const before = await readCounted(ctx, quota)
  if (before.used < before.limit - Math.max(near, before.limit * NEAR_SHARE)) return null
  const place = `quotas/${quota}/${ctx.org_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(ctx.db)
  const now = await readCounted(ctx, quota)
  return now.used > now.limit ? now : null
}

async function readCounted(ctx: Context, quota: Counted) {
  const usage = await readUsage(ctx)
  return { limit: usage.limits[`${quota}_max`], used: usage[quota], day_ends_in_s: usage.day_ends_in_s }
}
