import { Problem, type ProblemCode } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'
import type { Clock } from '../core/platform/clock.ts'
import type { Metrics } from '../core/platform/metrics.ts'
import type { QuotaLimits } from '../core/platform/quota-limits.ts'
import type { QuotaCache, QuotaUse } from '../tenancy/quotas/quota-cache.ts'

const WINDOW_S = 60
const DAY_S = 86_400
const CALLERS_MAX = 10_000
/**
 * Clients never send an upload again that was refused, so a limit of requests would lose pictures: uploads have limits of
 * their own. And whoever set a limit too low must be able to raise it.
 */
export const UNLIMITED = new Set(['createImage', 'createCapturePicture', 'updateQuotas'])

/** The quotas that operations take from, beside requests. */
const TAKES: Record<string, readonly (keyof typeof POLICIES)[]> = {
  createInspection: ['inspections_per_day'],
  createImage: ['bytes_stored'],
  createCapturePicture: ['bytes_stored'],
  createReport: ['bytes_stored'],
}
const REFUSALS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'rate_limited',
  'quota_bytes_stored',
  'quota_inspections_per_day',
  'webhook_endpoints_too_many',
])

type Bucket = { tokens: number; atMs: number }
export type RateLimit = ReturnType<typeof createRateLimit>

/** A token bucket for each caller. Whoever has not called for the longest time is forgotten first. */
export function createRateLimit(perMinute: number, clock: Clock, callersMax = CALLERS_MAX) {
  const perMs = perMinute / (WINDOW_S * 1_000)
  const buckets = new Map<string, Bucket>()
  return {
    perMinute,
    size: () => buckets.size,
    take: (caller: string) => {
      const nowMs = clock.nowMs()
      const bucket = buckets.get(caller) ?? { tokens: perMinute, atMs: nowMs }
      const tokens = Math.min(perMinute, bucket.tokens + Math.max(0, nowMs - bucket.atMs) * perMs)
      const allowed = tokens >= 1
      const left = allowed ? tokens - 1 : tokens
      buckets.delete(caller)
      buckets.set(caller, { tokens: left, atMs: nowMs })
      const oldest = buckets.keys().next()
      if (buckets.size > callersMax && !oldest.done) buckets.delete(oldest.value)
      return {
        allowed,
        remaining: Math.floor(left),
        fullS: Math.ceil((perMinute - left) / perMs / 1_000),
        waitS: Math.max(1, Math.ceil((1 - left) / perMs / 1_000)),
      }
    },
  }
}

/** One item of `RateLimit-Policy` and of `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
type Item = { policy: string; limit: string }

export type Limits = { callers: RateLimit | null; quotas: QuotaCache; clock: Clock; metrics: Metrics }

/** Limits the routes registered on `app` after this; they have a token. */
export function limitRequests(app: App, limits: Limits): void {
  const { callers, quotas, clock, metrics } = limits
  app.addHook('onRequest', async (request, reply) => {
    const operationId = request.routeOptions.schema?.operationId ?? ''
    const { principal, org_id } = request.ctx
    const tell = (items: Item[]) => {
      if (items.length === 0) return
      reply.header('ratelimit-policy', items.map(({ policy }) => policy).join(', '))
      reply.header('ratelimit', items.map(({ limit }) => limit).join(', '))
    }
    const taken = takenItems(operationId, quotas.of(org_id), quotas.useOf(org_id), clock.nowMs())
    if (UNLIMITED.has(operationId)) return tell(taken)
    const caller = callers?.take(JSON.stringify([org_id, principal.subject]))
    const callerItem =
      callers && caller
        ? [itemOf('default', callers.perMinute, WINDOW_S, caller.remaining, caller.fullS)]
        : []
    if (caller && !caller.allowed) {
      tell(callerItem)
      throw new Problem('rate_limited', {
        policy: 'default',
        limit: callers?.perMinute ?? 0,
        retry_after_s: caller.waitS,
      })
    }
    const limit = quotas.of(org_id).requests_per_minute_max
    const { allowed, remaining, windowLeftS } = quotas.takeRequest(org_id)
    tell([...callerItem, itemOf('organization', limit, WINDOW_S, remaining, windowLeftS), ...taken])
    if (!allowed)
      throw new Problem('rate_limited', { policy: 'organization', limit, retry_after_s: windowLeftS })
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof Problem) || !REFUSALS.has(error.code)) return
    metrics.quotaRefusals.inc({ code: error.code })
    // Requests come by the thousand, and each has its line in the log already.
    if (error.code !== 'rate_limited')
      request.log.warn(
        { request_id: request.id, org_id: request.ctx.org_id, code: error.code },
        'quota used up',
      )
  })
}

const POLICIES = {
  bytes_stored: (limits: QuotaLimits, use: QuotaUse) => ({
    policy: `"bytes_stored";q=${limits.bytes_stored_max};qu="content-bytes"`,
    limit: `"bytes_stored";r=${Math.max(0, limits.bytes_stored_max - use.bytes_stored)}`,
  }),
  inspections_per_day: (limits: QuotaLimits, use: QuotaUse, nowMs: number) =>
    itemOf(
      'inspections_per_day',
      limits.inspections_per_day_max,
      DAY_S,
      Math.max(0, limits.inspections_per_day_max - use.inspections_per_day),
      Math.max(1, Math.ceil((use.dayEndsMs - nowMs) / 1_000)),
    ),
}

/** What is left of the quotas that an operation takes from, as last read: some seconds ago. Unknown is not told. */
function takenItems(operationId: string, limits: QuotaLimits, use: QuotaUse | null, nowMs: number): Item[] {
  if (!use) return []
  return (TAKES[operationId] ?? []).map((quota) => POLICIES[quota](limits, use, nowMs))
}

const itemOf = (name: string, quota: number, windowS: number, left: number, resetS: number): Item => ({
  policy: `"${name}";q=${quota};w=${windowS}`,
  limit: `"${name}";r=${left};t=${resetS}`,
})
