import type { App } from '../platform/app.ts'
import { WAIT_MS_MAX } from '../platform/wait-until.ts'

/** Answers of one process that wait at once. Whoever asks beyond that is answered without waiting: a preference is not a right. */
const WAITING_MAX = 1_000

/** Says when to ask again where the answer is not final, and lets a read wait for the end (`Prefer: wait`, RFC 7240). */
export function registerPolling(app: App, waitingMax = WAITING_MAX): void {
  let waiting = 0
  app.decorateRequest('waitMs', 0)
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.waits) return
    const waitS = readWait(request.headers.prefer)
    if (waitS === null || waiting >= waitingMax) return
    request.waitMs = waitS * 1000
    if (request.waitMs > 0) waiting += 1
    reply.header('preference-applied', `wait=${waitS}`)
  })
  app.addHook('onResponse', async (request) => {
    if (request.waitMs > 0) waiting -= 1
  })
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (reply.statusCode >= 300) return
    // The route is given what its own handler has returned.
    const seconds = request.routeOptions.config.retryAfterS?.(payload as never) ?? null
    if (seconds !== null) reply.header('retry-after', String(seconds))
  })
}

/** The seconds of `wait`, no more than the service waits, or null. Of several the first counts; what is unknown is ignored. */
export function readWait(prefer: string | string[] | undefined): number | null {
  for (const preference of String(prefer ?? '').split(',')) {
    const [, seconds] =
      /^\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:;|$)/i.exec(preference)?.filter(Boolean) ?? []
    if (seconds !== undefined) return Math.min(Number(seconds), WAIT_MS_MAX / 1000)
  }
  return null
}
