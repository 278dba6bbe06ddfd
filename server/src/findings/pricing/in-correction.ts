import { sql } from 'kysely'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { amountOf, minorOf } from '../costs/money.ts'
import type { EstimateEffect } from './estimate-effect.ts'
import { totalOf } from './pricing-details.ts'
import { selectPricings } from './queries.ts'
import { followEstimate, readLatestEstimate } from './update-estimate.ts'

/** The one transaction of an operation that corrects what was found or what it costs. */
export async function inCorrection<T extends object>(
  ctx: Context,
  inspectionId: string,
  work: (ctx: TransactionContext) => Promise<Answer<T>>,
): Promise<Corrected<T>> {
  return inTransaction(ctx, (ctx) => correct(ctx, inspectionId, work))
}

/** A function where the answer is a price: what the estimate makes of it is known only afterwards. */
type Answer<T> = T | (() => Promise<T>)

type Corrected<T> = T & { estimate_effect: EstimateEffect | null }

/**
 * The same inside a transaction, which may hold tasks and nothing else by now. When the inspection has an estimate it
 * follows the correction, and the answer says what that changed.
 */
export async function correct<T extends object>(
  ctx: TransactionContext,
  inspectionId: string,
  work: (ctx: TransactionContext) => Promise<Answer<T>>,
): Promise<Corrected<T>> {
  await lockPrices(ctx, inspectionId)
  const latest = await readLatestEstimate(ctx, inspectionId)
  if (!latest) return { ...(await answerOf(await work(ctx))), estimate_effect: null }
  const before = await readTotal(ctx, inspectionId)
  const answer = await work(ctx)
  await followEstimate(ctx, inspectionId, latest)
  const after = await readTotal(ctx, inspectionId)
  return { ...(await answerOf(answer)), estimate_effect: effectOf(before, after) }
}

async function answerOf<T extends object>(answer: Answer<T>): Promise<T> {
  return typeof answer === 'function' ? answer() : answer
}

/**
 * One correction of an inspection at a time. Before any row: whoever waits here holds nothing that the other needs, while
 * two who each had written a price would wait for each other.
 */
export async function lockPrices(ctx: TransactionContext, inspectionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prices ${ctx.org_id} ${inspectionId}`}, 0))`.execute(
    ctx.db,
  )
}

async function readTotal(ctx: TransactionContext, inspectionId: string) {
  const rows = await selectPricings(ctx)
    .where('pricings.inspection_id', '=', inspectionId)
    .where('pricings.deleted_at', 'is', null)
    .where('pricings.amount_minor', 'is not', null)
    .execute()
  return { currency: rows[0]?.currency ?? null, total: rows.length === 0 ? 0 : totalOf(rows) }
}

type Total = Awaited<ReturnType<typeof readTotal>>

/** Sums of different currencies have no difference. */
function effectOf(before: Total, after: Total): EstimateEffect {
  const currency = after.currency ?? before.currency
  const isOne = before.currency === null || after.currency === null || before.currency === after.currency
  const difference =
    currency === null || before.total === null || after.total === null || !isOne
      ? null
      : amountOf(minorOf(after.total, currency) - minorOf(before.total, currency), currency)
  return { currency, before: before.total, after: after.total, difference }
}
