import { sql } from 'kysely'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { isGone, isQuick, isSuccess, latencyOf, type Outcome, statusClassOf } from './outcome.ts'
import { nextAttemptMs } from './retry-table.ts'

/** An endpoint that has answered nothing but failures for so long is disabled. */
const FAILING_MS_MAX = 5 * 24 * 3_600_000

/** What the attempt came to; `lost` when the lease had run out and another process has the delivery now. */
export type Recorded = 'delivered' | 'retried' | 'failed' | 'lost'

/** Writes down what became of an attempt, and what that means for the delivery and for its endpoint. */
export async function recordAttempt(
  ctx: Context,
  delivery: ClaimedDelivery,
  outcome: Outcome,
): Promise<Recorded> {
  // By the clock of the database: that of this process may be wrong, and another one takes the next turn.
  const startedMs = Date.parse(delivery.called_at)
  const nowMs = startedMs + outcome.latencyMs
  const next = nextState(delivery, outcome, nowMs)
  const { is_settled, failing_since } = await settle(ctx, delivery, next, outcome, { startedMs, nowMs })
  if (!is_settled) return 'lost'
  const reason = disablingReason(outcome, failing_since, nowMs)
  // One callback that is gone does not end the others.
  if (reason && delivery.kind === 'endpoint') await disable(ctx, delivery.endpoint_id, reason, nowMs)
  return next.state === 'pending' ? 'retried' : next.state
}

type Next = {
  state: 'pending' | 'delivered' | 'failed'
  next_attempt_at: string | null
  ended_at: string | null
}

function nextState(delivery: ClaimedDelivery, outcome: Outcome, nowMs: number): Next {
  const ended_at = timeOf(nowMs)
  if (isSuccess(outcome)) return { state: 'delivered', next_attempt_at: null, ended_at }
  const attempts = delivery.attempt_count - delivery.earlier_attempt_count + 1
  const next = isGone(outcome) ? null : nextAttemptMs(attempts, nowMs, outcome.retryAfter)
  if (next === null) return { state: 'failed', next_attempt_at: null, ended_at }
  return { state: 'pending', next_attempt_at: timeOf(next), ended_at: null }
}

type Settled = { is_settled: boolean; failing_since: string | null }

/**
 * One statement, because a sender does this more often than anything else. The endpoint is locked before the delivery, as
 * wherever both are, and by its update alone: whoever locks a row and then changes it in the same statement, which
 * still sees the row as it was before the wait, queues behind the next one who waits for this very transaction.
 */
async function settle(
  ctx: Context,
  delivery: ClaimedDelivery,
  next: Next,
  outcome: Outcome,
  { startedMs, nowMs }: { startedMs: number; nowMs: number },
): Promise<Settled> {
  const { org_id } = ctx
  const number = delivery.attempt_count + 1
  // A message that we could not make says nothing about its receiver.
  const tellsOfReceiver = outcome.error !== 'not_sent'
  const { rows } = await sql<Settled>`
    with health as (
      update webhook_endpoints set
        last_attempt_at = case when ${tellsOfReceiver} then ${timeOf(nowMs)} else last_attempt_at end,
        is_quick = case when ${tellsOfReceiver} then ${isQuick(outcome)} else is_quick end,
        failing_since = case when not ${tellsOfReceiver} then failing_since
          when not ${isSuccess(outcome)} then coalesce(failing_since, ${timeOf(nowMs)}) end
      where org_id = ${org_id} and id = ${delivery.endpoint_id} and exists (
        select from webhook_deliveries d
        where d.org_id = ${org_id} and d.id = ${delivery.id} and d.lease_id = ${delivery.lease_id})
      returning id, failing_since
    ), settled as (
      update webhook_deliveries set state = ${next.state}, next_attempt_at = ${next.next_attempt_at},
        ended_at = ${next.ended_at}, attempt_count = ${number}, lease_id = null, leased_until = null
      from health
      where webhook_deliveries.org_id = ${org_id} and webhook_deliveries.id = ${delivery.id}
        and webhook_deliveries.lease_id = ${delivery.lease_id}
      returning webhook_deliveries.id
    ), attempt as (
      insert into webhook_attempts (org_id, delivery_id, number, created_at, status_class, error, latency)
      select ${org_id}, settled.id, ${number}, ${timeOf(startedMs)}::timestamptz, ${statusClassOf(outcome)},
        ${outcome.error}, ${latencyOf(outcome)} from settled
    )
    select exists (select from settled) as is_settled, 
      (select failing_since from health where ${tellsOfReceiver}) as failing_since`.execute(ctx.db)
  return rows[0] ?? { is_settled: false, failing_since: null }
}

export async function insertAttempt(
  ctx: TransactionContext,
  delivery_id: string,
  number: number,
  outcome: Outcome,
  startedMs: number,
): Promise<void> {
  await ctx.db
    .insertInto('webhook_attempts')
    .values({
      org_id: ctx.org_id,
      delivery_id,
      number,
      created_at: timeOf(startedMs),
      status_class: statusClassOf(outcome),
      error: outcome.error,
      latency: latencyOf(outcome),
    })
    .execute()
}

function disablingReason(outcome: Outcome, since: string | null, nowMs: number): 'gone' | 'failing' | null {
  if (isGone(outcome)) return 'gone'
  return since !== null && nowMs - Date.parse(since) >= FAILING_MS_MAX ? 'failing' : null
}

/** Who dies before this does it with the next attempt. */
async function disable(
  ctx: Context,
  endpoint_id: string,
  disabled_reason: 'gone' | 'failing',
  nowMs: number,
): Promise<void> {
  const disabled = await ctx.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: timeOf(nowMs), disabled_reason })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', endpoint_id)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (disabled)
    ctx.log.warn(
      { org_id: ctx.org_id, endpoint_id, disabled_reason },
      'webhook endpoint disabled: nothing more is sent to it until its organization enables it again',
    )
}

/** Gives a delivery back that was not sent to its end, so that another process need not wait for the lease. */
export async function releaseDelivery(ctx: Context, { id, lease_id }: ClaimedDelivery): Promise<void> {
  await ctx.db
    .updateTable('webhook_deliveries')
    .set({ lease_id: null, leased_until: null })
    .where('org_id', '=', ctx.org_id)
    .where('id', '=', id)
    .where('lease_id', '=', lease_id)
    .execute()
}

const timeOf = (ms: number): string => new Date(ms).toISOString()
