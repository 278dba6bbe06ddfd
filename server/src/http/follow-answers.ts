import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../core/platform/app.ts'

/** Calls `note` once for every request, when its answer has ended, however that came. */
export function followAnswers(app: App, note: (request: FastifyRequest, reply: FastifyReply) => void): void {
  app.addHook('onRequest', async (request, reply) => {
    // The client hangs up on most streams, and then the framework says nothing of a response.
    if (isStream(request)) reply.raw.once('close', () => note(request, reply))
  })
  app.addHook('onResponse', async (request, reply) => {
    if (!isStream(request)) note(request, reply)
  })
}

const isStream = ({ routeOptions }: FastifyRequest) => routeOptions.config.stream === true
