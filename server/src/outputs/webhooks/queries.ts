import { sql } from 'kysely'
import { Problem } from '../../core/contracts/problems.ts'
import { requireRow } from '../../core/contracts/require-row.ts'
import type { Context, TransactionContext } from '../../core/platform/context.ts'
import type { AttemptError, Latency, StatusClass } from './outcome.ts'
import type {
  DELIVERY_STATES,
  DISABLED_REASONS,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookEndpoint,
} from './schema.ts'

/** The time of the database, by which a secret overlaps and a test is signed. */
export const READ_AT = sql<string>`clock_timestamp()`.as('read_at')

/** The endpoints of the organization, deleted ones included. What stands for its callbacks is none of them. */
export function selectEndpoints(ctx: Context) {
  return ctx.db
    .selectFrom('webhook_endpoints')
    .where('webhook_endpoints.org_id', '=', ctx.org_id)
    .where('webhook_endpoints.kind', '=', 'endpoint')
    .select([
      'id',
      'created_at',
      'created_by',
      'deleted_at',
      'url',
      'description',
      'event_types',
      'disabled_at',
      sql<(typeof DISABLED_REASONS)[number] | null>`disabled_reason`.as('disabled_reason'),
      'failing_since',
      'last_attempt_at',
      'secret',
      'previous_secret',
      'previous_secret_until',
      'version',
      READ_AT,
    ])
}

export type EndpointRow = Awaited<ReturnType<ReturnType<typeof selectEndpoints>['execute']>>[number]

export function endpointJson(row: EndpointRow): WebhookEndpoint {
  const { deleted_at: _deleted, secret: _secret, previous_secret: _previous, read_at, ...fields } = row
  const { previous_secret_until: until } = row
  return {
    ...fields,
    object_type: 'WEBHOOK_ENDPOINT',
    is_enabled: row.disabled_at === null,
    previous_secret_until: until !== null && Date.parse(until) > Date.parse(read_at) ? until : null,
  }
}

/** A live endpoint of the organization. */
export async function requireEndpoint(ctx: Context, endpointId: string): Promise<EndpointRow> {
  return requireRow(
    endpointId,
    selectEndpoints(ctx).where('id', '=', endpointId).where('deleted_at', 'is', null),
  )
}

/** Locks an endpoint, deleted or not. It comes before its deliveries, as wherever both are locked. */
export async function lockEndpoint(ctx: TransactionContext, endpointId: string): Promise<EndpointRow> {
  return requireRow(endpointId, selectEndpoints(ctx).where('id', '=', endpointId).forNoKeyUpdate())
}

/** One that messages can be sent to, locked. */
export async function lockEnabledEndpoint(ctx: TransactionContext, endpointId: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(ctx, endpointId)
  if (endpoint.deleted_at) throw new Problem('not_found')
  if (endpoint.disabled_reason)
    throw new Problem('webhook_endpoint_disabled', { disabled_reason: endpoint.disabled_reason })
  return endpoint
}

export function selectDeliveries(ctx: Context, endpointId: string) {
  return ctx.db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.org_id', '=', ctx.org_id)
    .where('webhook_deliveries.endpoint_id', '=', endpointId)
    .select([
      'id',
      'endpoint_id',
      'event_id',
      'event_type',
      'inspection_id',
      'created_at',
      sql<(typeof DELIVERY_STATES)[number]>`state`.as('state'),
      'attempt_count',
      sql<string | null>`case when state = 'pending' then next_attempt_at end`.as('next_attempt_at'),
      'ended_at',
    ])
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]

export const deliveryJson = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  object_type: 'WEBHOOK_DELIVERY',
})

export async function readDelivery(
  ctx: Context,
  endpointId: string,
  deliveryId: string,
): Promise<WebhookDeliveryWithAttempts> {
  const row = await requireRow(deliveryId, selectDeliveries(ctx, endpointId).where('id', '=', deliveryId))
  const attempts = await ctx.db
    .selectFrom('webhook_attempts')
    .where('org_id', '=', ctx.org_id)
    .where('delivery_id', '=', deliveryId)
    .select([
      'number',
      'created_at',
      sql<StatusClass | null>`status_class`.as('status_class'),
      sql<AttemptError | null>`error`.as('error'),
      sql<Latency>`latency`.as('latency'),
    ])
    .orderBy('number')
    .execute()
  return { ...deliveryJson(row), attempts }
}
