import type { App } from '../core/platform/app.ts'
import { createFairGate } from '../core/platform/fair-gate.ts'
import { WAIT_MS_MAX } from '../core/platform/wait-until.ts'

/** Answers of one process that wait at once. Whoever asks beyond that is answered without waiting: a preference is not a right. */
const WAITING_MAX = 1_000

/** Says when to ask again where the answer is not final, and lets a read wait for the end (`Prefer: wait`, RFC 7240). */
export function registerPolling(app: App, waitingMax = WAITING_MAX): void {
  // Each looks at the database once a second: a tenth of them is what one organization has.
  const waiting = createFairGate({
    name: 'reads that wait',
    capacity: waitingMax,
    share: Math.ceil(waitingMax / 10),
    waitingShare: 0,
    waitingMax: 0,
    waitMsMax: 0,
  })
  app.decorateRequest('waitMs', 0)
  // Before turns are taken: who waits takes none.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.routeOptions.config.waits) return
    const waitS = readWait(request.headers.prefer)
    if (waitS === null) return
    if (waitS > 0) {
      const leave = await waiting.enter(request.ctx.org_id).catch(() => null)
      if (!leave) return
      reply.raw.once('close', leave)
    }
    request.waitMs = waitS * 1000
    reply.header('preference-applied', `wait=${waitS}`)
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
