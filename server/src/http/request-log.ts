import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../core/platform/app.ts'
import type { Log } from '../core/platform/log.ts'
import type { Metrics } from '../core/platform/metrics.ts'
import { followAnswers } from './follow-answers.ts'

/** One line a request, by route and not by URL: paths can hold signatures. */
export function logRequests(app: App, log: Log, metrics: Metrics): void {
  const write = (request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url ?? 'none'
    const seconds = reply.elapsedTime / 1000
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, seconds)
    const org_id = request.ctx?.org_id
    log.info(
      {
        request_id: request.id,
        ...(request.span ? { trace_id: request.span.traceId } : {}),
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        org_id,
        subject: request.ctx?.principal.subject,
      },
      'request',
    )
  }
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  followAnswers(app, write)
}
