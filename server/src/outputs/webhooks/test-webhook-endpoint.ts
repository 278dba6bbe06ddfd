import { sql } from 'kysely'
import { requireOrganization } from '../../core/access/scope.ts'
import { recordAdministration } from '../../core/contracts/administration.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { type Context, inTransaction } from '../../core/platform/context.ts'
import type { Egress } from '../../core/platform/egress.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { testBody } from './claimed-delivery.ts'
import { attempt, isSuccess, type Outcome } from './outcome.ts'
import { type EndpointRow, lockEndpoint, readDelivery, requireEndpoint } from './queries.ts'
import { insertAttempt } from './record-attempt.ts'
import { TEST_EVENT, type WebhookDeliveryWithAttempts } from './schema.ts'
import { openSecrets } from './secrets.ts'
import { signatureHeaders } from './sign.ts'

/** What sends test events: a few at once, because a receiver may take its time and the caller waits for it. */
export type TestSender = { egress: Pick<Egress, 'post'>; gate: FairGate }

/**
 * Sends an event about nothing, at once and once, and answers what became of it. It works on a disabled endpoint too,
 * and says nothing about the endpoint to the sender of real events.
 */
export async function testWebhookEndpoint(
  ctx: Context,
  sender: TestSender,
  endpointId: string,
): Promise<WebhookDeliveryWithAttempts> {
  requireOrganization(ctx, 'write')
  const endpoint = await requireEndpoint(ctx, endpointId)
  const startedMs = Date.parse(endpoint.read_at)
  const event_id = uuidv7()
  const outcome = await sendTest(ctx, sender, endpoint, event_id, startedMs)

  return inTransaction(ctx, async (ctx) => {
    const { deleted_at } = await lockEndpoint(ctx, endpointId)
    if (deleted_at) throw new Problem('not_found')
    const id = uuidv7()
    const state = isSuccess(outcome) ? 'delivered' : 'failed'
    await ctx.db
      .insertInto('webhook_deliveries')
      .values({
        org_id: ctx.org_id,
        id,
        endpoint_id: endpointId,
        event_id,
        event_type: TEST_EVENT,
        state,
        attempt_count: 1,
        ended_at: sql<string>`clock_timestamp()`,
      })
      .execute()
    await insertAttempt(ctx, id, 1, outcome, startedMs)
    const tested = { endpoint_id: endpointId, delivery_id: id, state } as const
    await recordAdministration(ctx, 'webhook_endpoint.tested', tested)
    return readDelivery(ctx, endpointId, id)
  })
}

async function sendTest(
  ctx: Context,
  { egress, gate }: TestSender,
  endpoint: EndpointRow,
  event_id: string,
  nowMs: number,
): Promise<Outcome> {
  const event_created_at = new Date(nowMs).toISOString()
  const body = JSON.stringify(testBody({ event_id, event_created_at, endpoint_id: endpoint.id }))
  const place = { org_id: ctx.org_id, id: endpoint.id }
  const secrets = await openSecrets(ctx.keys, place, endpoint, nowMs)
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders(secrets, event_id, nowMs, body),
  }
  const outcome = await gate.run(ctx.org_id, () => attempt(egress, endpoint.url, { headers, body }))
  // Without one the process is stopping.
  if (!outcome) throw new Problem('unavailable')
  return outcome
}
