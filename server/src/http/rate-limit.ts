import { Problem } from '../contracts/problems.ts'
import type { App } from '../platform/app.ts'
import type { Clock } from '../platform/clock.ts'

const WINDOW_S = 60
const CALLERS_MAX = 10_000
/**
 * Clients never send an upload again that was refused, so a limit would lose pictures. Nothing here bounds how often one
 * comes: repeats, files that cannot be read and downloads make no image, yet cost their work. A limit for them is the proxy's.
 */
export const UNLIMITED = new Set(['createImage'])

type Bucket = { tokens: number; atMs: number }
export type RateLimit = ReturnType<typeof createRateLimit>

/** A token bucket for each caller. Whoever has not called for the longest time is forgotten first. */
export function createRateLimit(perMinute: number, clock: Clock, callersMax = CALLERS_MAX) {
  const perMs = perMinute / (WINDOW_S * 1_000)
  const buckets = new Map<string, Bucket>()
  return {
    policy: `"default";q=${perMinute};w=${WINDOW_S}`,
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

/** Limits the routes registered on `app` after this; they have a token. */
export function limitRequests(app: App, limit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    if (UNLIMITED.has(request.routeOptions.schema?.operationId ?? '')) return
    const { principal, org_id } = request.ctx
    const { allowed, remaining, fullS, waitS } = limit.take(JSON.stringify([org_id, principal.subject]))
    reply.header('ratelimit-policy', limit.policy)
    reply.header('ratelimit', `"default";r=${remaining};t=${fullS}`)
    if (!allowed) throw new Problem('rate_limited', { retry_after_s: waitS })
  })
}
