import { sql, type Transaction } from 'kysely'
import { Problem } from '../core/contracts/problems.ts'
import { condition } from '../core/platform/condition.ts'
import type { Context } from '../core/platform/context.ts'
import type { Database } from '../core/platform/database.ts'
import type { DB } from '../core/platform/database-types.ts'
import { uuidv7 } from '../core/platform/uuid.ts'

/** A running request renews its claim every few seconds; one that has not for this long hangs, or its machine is gone. */
const RENEWAL_S_MAX = 30
const CLAIM_TRIES = 5

/** A key held by one request. Every later statement names the claim: whoever lost it changes nothing. */
export type Claim = { org_id: string; subject: string; key: string; claim_id: string }
export type StoredAnswer = { status: number; content_type: string | null; body: string }

/** Takes the key for this request, or finds the answer that the first request with it got. */
export async function claimKey(
  ctx: Context,
  key: string,
  fingerprint: string,
): Promise<{ claim: Claim; answer: StoredAnswer | null }> {
  const owner = { org_id: ctx.org_id, subject: ctx.principal.subject, key }
  for (let tries = 0; tries < CLAIM_TRIES; tries++) {
    const claim = { ...owner, claim_id: uuidv7() }
    if (await insertClaim(ctx, claim, fingerprint)) return { claim, answer: null }
    const row = await selectKey(ctx, owner)
    // Released between the two statements: the first request failed and had no effect.
    if (!row) continue
    if (!row.expired && row.fingerprint !== fingerprint) throw new Problem('idempotency_key_reused')
    if (!row.expired && row.status !== null)
      return {
        claim: { ...owner, claim_id: row.claim_id },
        answer: { status: row.status, content_type: row.content_type, body: row.body ?? '' },
      }
    if (!row.expired && !row.given_up) break
    if (await takeOver(ctx, claim, row.claim_id, fingerprint)) return { claim, answer: null }
  }
  throw keyRunning()
}

const keyRunning = () => new Problem('idempotency_key_running', { retry_after_s: 1 })

const isExpired = (ctx: Context) =>
  condition`claimed_at < now() - make_interval(secs => ${ctx.config.IDEMPOTENCY_KEY_TTL_S})`
/** Known to the session itself; `Database` gives every process a name of its own. */
const thisProcess = sql<string>`current_setting('application_name')`
// A process that ends takes its connections along, so the database knows of a death at once. Should a living one lose
// all of its connections, its claim may be taken over, too: it then has no effect.
const isDead = condition`holder is not null
  and not exists (select from pg_stat_activity where application_name = holder)`
const givenUp = condition`status is null
  and (claimed_at < now() - make_interval(secs => ${RENEWAL_S_MAX}) or ${isDead})`

async function insertClaim(ctx: Context, claim: Claim, fingerprint: string): Promise<boolean> {
  const row = await ctx.db
    .insertInto('idempotency_keys')
    .values({ ...claim, fingerprint, holder: thisProcess })
    .onConflict((conflict) => conflict.doNothing())
    .returning('claim_id')
    .executeTakeFirst()
  return row !== undefined
}

async function selectKey(ctx: Context, { org_id, subject, key }: Omit<Claim, 'claim_id'>) {
  return ctx.db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'claim_id', 'status', 'content_type', 'body'])
    .select([isExpired(ctx).as('expired'), givenUp.as('given_up')])
    .where('org_id', '=', org_id)
    .where('subject', '=', subject)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** The conditions are asked again under the row's lock: the other request may commit its effect just now. */
async function takeOver(
  ctx: Context,
  { org_id, subject, key, claim_id }: Claim,
  from: string,
  fingerprint: string,
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('idempotency_keys')
    .set({ claim_id, fingerprint, claimed_at: sql`now()`, holder: thisProcess })
    .set({ status: null, content_type: null, body: null })
    .where('org_id', '=', org_id)
    .where('subject', '=', subject)
    .where('key', '=', key)
    .where('claim_id', '=', from)
    .where(condition`${isExpired(ctx)} or ${givenUp}`)
    .returning('claim_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Says that the request still runs. False when the claim is lost, or needs no renewal because its effect is committed. */
export async function renewKey(ctx: Context, claim: Claim): Promise<boolean> {
  const row = await ctx.db
    .updateTable('idempotency_keys')
    .set({ claimed_at: sql`now()` })
    .where('org_id', '=', claim.org_id)
    .where('subject', '=', claim.subject)
    .where('key', '=', claim.key)
    .where('claim_id', '=', claim.claim_id)
    .where('status', 'is', null)
    .returning('claim_id')
    .executeTakeFirst()
  return row !== undefined
}

export type Subjects = { inspections: readonly string[]; comparisons: readonly string[] }

/** Stores the answer with the effect, and which inspections it tells of. A request that has lost its claim must have no effect: it is rolled back. */
export async function storeEffect(
  db: Transaction<DB>,
  claim: Claim,
  status: number,
  answer: unknown,
  subjects: Subjects,
  atRest: (text: string) => string,
): Promise<void> {
  if (typeof answer !== 'object' || answer === null)
    throw new Error('the transaction of a writing operation must return its answer')
  const row = await db
    .updateTable('idempotency_keys')
    .set({ status, body: atRest(JSON.stringify(answer)), inspection_ids: inspectionsOf(claim, subjects) })
    .where('org_id', '=', claim.org_id)
    .where('subject', '=', claim.subject)
    .where('key', '=', claim.key)
    .where('claim_id', '=', claim.claim_id)
    .where('status', 'is', null)
    .returning('claim_id')
    .executeTakeFirst()
  if (!row) throw keyRunning()
}

function inspectionsOf({ org_id }: Claim, { inspections, comparisons }: Subjects) {
  if (comparisons.length === 0) return [...inspections]
  return sql<string[]>`array(
    select unnest(${[...inspections]}::uuid[])
    union select unnest(array[earlier_inspection_id, later_inspection_id]) from comparisons
    where org_id = ${org_id} and id = any (${[...comparisons]}::uuid[]))`
}

/** The answer as it goes out; repeats get these very bytes. */
export async function storeAnswer(ctx: Context, claim: Claim, answer: StoredAnswer): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set(answer)
    .where('org_id', '=', claim.org_id)
    .where('subject', '=', claim.subject)
    .where('key', '=', claim.key)
    .where('claim_id', '=', claim.claim_id)
    .where('content_type', 'is', null)
    .execute()
}

/** Gives the key back after a failure. One whose effect is committed stays, whatever went wrong after it. */
export async function releaseKey(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('org_id', '=', claim.org_id)
    .where('subject', '=', claim.subject)
    .where('key', '=', claim.key)
    .where('claim_id', '=', claim.claim_id)
    .where('status', 'is', null)
    .execute()
}

/** Forgets, in every organization, keys that nobody will repeat any more. Returns how many. */
export async function deleteOldIdempotencyKeys(
  database: Pick<Database, 'callAcross'>,
  ageS: number,
  most: number,
): Promise<number> {
  const [row] = await database.callAcross<{ delete_old_idempotency_keys: number }>(
    'delete_old_idempotency_keys',
    [`${ageS} seconds`, most],
  )
  return row?.delete_old_idempotency_keys ?? 0
}
