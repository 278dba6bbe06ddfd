import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireRouteAccess } from '../core/access/route-access.ts'
import { Problem } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'
import type { Config } from '../core/platform/config.ts'
import { goneSignal, leaveAtClose } from '../core/platform/connection-end.ts'
import type { Leave } from '../core/platform/fair-gate.ts'
import type { UploadSlots } from '../core/platform/upload-slots.ts'
import { refuseSocket } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The room of an upload until its file has it. */
    leaveUpload: Leave | null
  }
}

/** A body up to this size is read before anybody asks whose inspection it is for; that costs less than asking twice. */
const SMALL_BYTES = 64 * 1024
const LOOK_MS = 5_000

/**
 * For routes registered on `app` after this: who may not do what they ask for, or has too much in flight already, is
 * told so before their body is read, and a body that hardly comes is not waited for.
 */
export function admitBodies(app: App, places: UploadSlots, config: Config): void {
  app.decorateRequest('leaveUpload', null)
  app.addHook('preParsing', async (request, reply, payload) => {
    const bytes = bodyBytes(request)
    if (bytes === 0) return payload
    const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '')
    const { config: route } = request.routeOptions
    if (route.access && (isUpload || bytes > SMALL_BYTES))
      await requireRouteAccess(request.ctx, request.params, route)
    if (isUpload) await takeRoom(request, reply, bytes)
    watchRate(request, reply, config)
    return payload
  })

  async function takeRoom(request: FastifyRequest, reply: FastifyReply, bytes: number): Promise<void> {
    const isForm = request.routeOptions.config.upload === 'form'
    const files = isForm ? config.OBJECTION_PICTURES_MAX : 1
    const bytesMax = files * Math.max(config.IMAGE_BYTES_MAX, config.REPORT_BYTES_MAX) + config.JSON_BYTES_MAX
    const room = Math.min(bytes, bytesMax)
    request.leaveUpload = await places.enter(request.ctx.principal, room, goneSignal(reply))
    leaveAtClose(reply, () => request.leaveUpload?.())
  }
}

/** What the body may have: a chunked one does not say. */
function bodyBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

/** Ends a connection whose body brings less than a least rate: it would hold its room for as long as it likes. */
function watchRate(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { raw } = request
  const bytesMin = (config.UPLOAD_BYTES_PER_S_MIN * LOOK_MS) / 1000
  let seen = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const brought = raw.socket.bytesRead - seen
    seen += brought
    if (brought >= bytesMin) return
    clearInterval(timer)
    request.log.warn({ request_id: request.id, bytes: brought }, 'body too slow')
    refuseSocket(raw.socket, new Problem('request_timeout'), config.PUBLIC_URL)
  }, LOOK_MS)
  timer.unref()
  reply.raw.once('close', () => clearInterval(timer))
}
