import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { WEBHOOK_EVENT_TYPES } from '../../core/contracts/event-types.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { condition } from '../../core/platform/condition.ts'
import { type Context, inTransaction, type TransactionContext } from '../../core/platform/context.ts'
import { lockEnabledEndpoint } from './queries.ts'
import { replayed } from './replay-webhook-delivery.ts'
import type { ReplayWebhookDeliveries, WebhookReplay } from './schema.ts'

type Range = { endpoint_id: string; types: readonly string[]; since: string; until: string | null }

/** Sends the events of a time again, in their order, all of them or only those that failed. */
export async function replayWebhookDeliveries(
  ctx: Context,
  endpointId: string,
  { since, until, only_failed = false }: ReplayWebhookDeliveries,
): Promise<WebhookReplay> {
  requireOrganization(ctx, 'write')
  const limit = ctx.config.WEBHOOK_REPLAY_MAX
  const times = {
    since: readTime(since, 'since'),
    until: until === undefined ? null : readTime(until, 'until'),
  }

  return inTransaction(ctx, async (ctx) => {
    // An erasure that is under way has taken the messages, and its events are still to be seen until it commits.
    await sql`select wait_for_erasures()`.execute(ctx.db)
    const { event_types } = await lockEnabledEndpoint(ctx, endpointId)
    const types = event_types ?? WEBHOOK_EVENT_TYPES
    const range = { endpoint_id: endpointId, types, ...times }
    const event_count = only_failed
      ? await replayFailed(ctx, range, limit)
      : await replayAll(ctx, range, limit)
    if (event_count > limit) throw new Problem('webhook_replay_too_large', { limit })
    const asked = { endpoint_id: endpointId, ...times, only_failed, event_count }
    await recordAdministration(ctx, 'webhook_delivery.replayed', asked)
    return { object_type: 'WEBHOOK_REPLAY', endpoint_id: endpointId, event_count }
  })
}

/** The schema lets a 30th of February through. */
function readTime(text: string, field: string): string {
  const ms = Date.parse(text)
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw new Problem('request_invalid', {}, [{ field, message: 'must be a valid time' }])
}

/** One more than the limit at most, which is one too many. Events without a position are about to be sent anyway. */
function eventsIn(ctx: TransactionContext, { types, since, until }: Range, limit: number) {
  return ctx.db
    .selectFrom('events')
    .where('events.org_id', '=', ctx.org_id)
    .where('events.created_at', '>=', since)
    .$if(until !== null, (events) => events.where('events.created_at', '<=', until))
    .where('events.position', 'is not', null)
    .where(condition`events.type = any(${[...types]}::text[])`)
    .orderBy('events.position')
    .limit(limit + 1)
}

/** Also events that were never to be sent there: from before there was the endpoint, and while it was disabled. */
async function replayAll(ctx: TransactionContext, range: Range, limit: number): Promise<number> {
  const rows = await ctx.db
    .insertInto('webhook_deliveries')
    .columns(['org_id', 'endpoint_id', 'event_id', 'event_type', 'inspection_id', 'position'])
    .expression(
      eventsIn(ctx, range, limit).select([
        'events.org_id',
        sql<string>`${range.endpoint_id}::uuid`.as('endpoint_id'),
        'events.id',
        'events.type',
        'events.inspection_id',
        sql<number>`events.position`.as('position'),
      ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'endpoint_id', 'event_id', 'callback_index'])
        .where('event_type', '<>', sql.lit('webhook.test'))
        .doUpdateSet(replayed),
    )
    .returning('webhook_deliveries.id')
    .execute()
  return rows.length
}

async function replayFailed(ctx: TransactionContext, range: Range, limit: number): Promise<number> {
  const rows = await ctx.db
    .updateTable('webhook_deliveries')
    .set(replayed)
    .where('org_id', '=', ctx.org_id)
    .where('id', 'in', (eb) =>
      eventsIn(ctx, range, limit)
        .innerJoin('webhook_deliveries as failed', (join) =>
          join
            .onRef('failed.org_id', '=', 'events.org_id')
            .onRef('failed.event_id', '=', 'events.id')
            .on('failed.endpoint_id', '=', range.endpoint_id)
            .on('failed.state', '=', eb.val('failed')),
        )
        .select('failed.id'),
    )
    .returning('webhook_deliveries.id')
    .execute()
  return rows.length
}
