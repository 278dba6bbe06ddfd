import type { FastifyRequest } from 'fastify'
import type { App } from '../core/platform/app.ts'
import type { Config } from '../core/platform/config.ts'
import { goneSignal, leaveAtClose } from '../core/platform/connection-end.ts'
import type { FairGate, Leave } from '../core/platform/fair-gate.ts'
import type { Gates } from '../core/platform/gates.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the turn of a request. */
    leaveTurn: Leave | null
  }
}

/**
 * Requests of routes registered on `app` after this take turns by organization, until their answer is text: they share
 * the one thread of the process. The rest of a flood waits here, its bodies unread, and costs next to nothing.
 */
export function takeTurns(app: App, gates: Pick<Gates, 'reads' | 'writes'>, config: Config): void {
  // As much as one organization has: of such answers it gets one at a time.
  const largeCost = config.TURNS_PER_ORGANIZATION
  app.decorateRequest('leaveTurn', null)
  app.addHook('preParsing', async (request, reply) => {
    const gate = gateOf(request, gates)
    if (!gate) return
    const cost = request.routeOptions.config.isLarge ? largeCost : 1
    const leave = await gate.enter(request.ctx.org_id, { cost, signal: goneSignal(reply) })
    request.leaveTurn = leave
    leaveAtClose(reply, leave)
  })
  app.addHook('onSend', async (request) => request.leaveTurn?.())
}

/** Null for what waits for something else meanwhile: its turn would be of no use to it and lost to others. */
function gateOf(request: FastifyRequest, gates: Pick<Gates, 'reads' | 'writes'>): FairGate | null {
  const { upload, lingers } = request.routeOptions.config
  if (request.waitMs > 0 || upload || lingers) return null
  return request.method === 'GET' ? gates.reads : gates.writes
}
