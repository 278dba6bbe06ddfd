import { sql } from 'kysely'
import type { JobPayloads } from '../../core/contracts/jobs.ts'
import { condition } from '../../core/platform/condition.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import { anyOf, json } from '../../core/platform/database.ts'
import { storagePrefix } from '../../inspection/images/storage-keys.ts'
import { forgetUploads } from '../../inspection/images/uploads.ts'
import type { Signer } from '../../outputs/reports/signing/open-signer.ts'
import { signReceipt } from './receipt.ts'
import type { Receipt } from './schema.ts'

export type ErasureContext = Context & { readonly signer: Signer | null }

const LEASE_S = 120
const OBJECTS_AT_ONCE = 20

/** What stays, in words for whoever reads a receipt. */
const KEPT = [
  'this receipt and who asked for it',
  'counters of the organization, which name no inspection',
  'records that an inspection was held or released, by its id',
  'the audit: who asked for what about an inspection, by its id, with the reasons of holds and of opened originals as they were given',
  'links of other inspections to the ids of erased ones',
]

/**
 * Goes on with an erasure until nothing is left to do now. Every step can be repeated, so it may die anywhere; rows go
 * before their objects, whose ids are noted in the same transaction. What cannot be done yet is left to the next minute.
 */
export async function eraseData(
  ctx: ErasureContext,
  { erasure_id }: Pick<JobPayloads['erase_data'], 'erasure_id'>,
): Promise<void> {
  if (!(await takeLease(ctx, erasure_id))) return
  try {
    while (await eraseInspection(ctx, erasure_id)) await renewLease(ctx, erasure_id)
    while (await eraseObjects(ctx, erasure_id)) await renewLease(ctx, erasure_id)
    await finish(ctx, erasure_id)
  } finally {
    await leaveLease(ctx, erasure_id)
  }
}

async function takeLease(ctx: Context, erasureId: string): Promise<boolean> {
  const row = await ofErasure(ctx, erasureId)
    .set({ leased_until: sql`now() + make_interval(secs => ${LEASE_S})` })
    .where('status', '=', 'IN_PROGRESS')
    .where(condition`leased_until is null or leased_until < now()`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function renewLease(ctx: Context, erasureId: string): Promise<void> {
  await ofErasure(ctx, erasureId)
    .set({ leased_until: sql`now() + make_interval(secs => ${LEASE_S})` })
    .execute()
}

async function leaveLease(ctx: Context, erasureId: string): Promise<void> {
  await ofErasure(ctx, erasureId).set({ leased_until: null }).execute()
}

const ofErasure = (ctx: Context, erasureId: string) =>
  ctx.db.updateTable('erasures').where('org_id', '=', ctx.org_id).where('id', '=', erasureId)

/** The rows of one inspection. False when none is left. */
async function eraseInspection(ctx: Context, erasureId: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const next = await ctx.db
      .selectFrom('erasure_inspections')
      .select('inspection_id')
      .where('org_id', '=', ctx.org_id)
      .where('erasure_id', '=', erasureId)
      .where('inspection_id', 'is not', null)
      .orderBy('inspection_id')
      .limit(1)
      .executeTakeFirst()
    if (!next?.inspection_id) return false
    const grace = `${ctx.config.UPLOAD_GRACE_S} seconds`
    const { rows } = await sql<{ counts: Record<string, number> | null }>`
      select erase_inspection(${erasureId}, ${next.inspection_id}, ${grace}::interval) as counts`.execute(
      ctx.db,
    )
    const counts = rows[0]?.counts ?? {}
    await ofErasure(ctx, erasureId)
      .set({ counts: json(addCounts(await readCounts(ctx, erasureId), counts)) })
      .execute()
    return true
  })
}

async function readCounts(ctx: Context, erasureId: string): Promise<Record<string, number>> {
  const row = await ctx.db
    .selectFrom('erasures')
    .select(sql<Record<string, number>>`counts`.as('counts'))
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', erasureId)
    .executeTakeFirstOrThrow()
  return row.counts
}

const addCounts = (one: Record<string, number>, other: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .sort()
      .map((table) => [table, (one[table] ?? 0) + (other[table] ?? 0)]),
  )

/** The next objects that nobody can put there again. False when none of them is left. */
async function eraseObjects(ctx: Context, erasureId: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('erasure_objects')
    .select(['object_id', 'part'])
    .where('org_id', '=', ctx.org_id)
    .where('erasure_id', '=', erasureId)
    .where('due_at', '<=', sql<string>`now()`)
    .limit(OBJECTS_AT_ONCE)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ object_id }) => object_id)
  await Promise.all(
    rows.map(({ object_id, part }) =>
      ctx.storage.erase(`${storagePrefix(ctx.org_id, object_id)}${part ?? ''}`),
    ),
  )
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .deleteFrom('erasure_objects')
      .where('org_id', '=', ctx.org_id)
      .where('erasure_id', '=', erasureId)
      .where('object_id', '=', anyOf(ids))
      .returning('object_id')
      .execute()
    // Of uploads that the erasure has ended: the sweep may come much later.
    await forgetUploads(ctx, ids)
    await ofErasure(ctx, erasureId)
      .set({ object_count: sql`object_count + ${gone.length}` })
      .execute()
    return {}
  })
  return true
}

/** Ends it with its receipt, unless something is left. */
async function finish(ctx: ErasureContext, erasureId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('erasures')
    .select(['created_at', 'created_by', 'object_count', sql<string>`clock_timestamp()`.as('erased_at')])
    .select([
      sql<Receipt['subject']>`subject`.as('subject'),
      sql<Receipt['reason']>`reason`.as('reason'),
      sql<Receipt['rows']>`counts`.as('counts'),
    ])
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', erasureId)
    .where('status', '=', 'IN_PROGRESS')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('erasure_objects')
            .select('object_id')
            .where('erasure_objects.org_id', '=', ctx.org_id)
            .where('erasure_objects.erasure_id', '=', erasureId),
        ),
      ),
    )
    .executeTakeFirst()
  if (!row) return
  const receipt: Receipt = {
    version: 1,
    erasure_id: erasureId,
    organization: ctx.org_id,
    subject: row.subject,
    reason: row.reason,
    requested_at: row.created_at,
    requested_by: row.created_by,
    erased_at: row.erased_at,
    inspections: await readDigests(ctx, erasureId),
    rows: row.counts,
    objects: row.object_count,
    kept: KEPT,
  }
  await ofErasure(ctx, erasureId)
    .set({
      status: 'DONE',
      done_at: row.erased_at,
      receipt: json(receipt),
      receipt_jws: ctx.signer && signReceipt(ctx.signer, receipt),
    })
    .execute()
  ctx.log.info({ erasure_id: erasureId, inspections: receipt.inspections.length }, 'data erased')
}

async function readDigests(ctx: Context, erasureId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('erasure_inspections')
    .select('digest')
    .where('org_id', '=', ctx.org_id)
    .where('erasure_id', '=', erasureId)
    .orderBy('digest')
    .execute()
  return rows.map(({ digest }) => digest)
}
