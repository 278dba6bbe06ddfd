import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/platform/app.ts'
import { createStreamTicket, requireStreamable } from './create-stream-ticket.ts'
import type { EventStream } from './event-stream.ts'
import type { StreamRequest } from './open-stream.ts'
import {
  CreateStreamTicket,
  EventStreamAnswer,
  StreamEventsQuery,
  StreamHeaders,
  StreamInspectionEventsQuery,
  StreamParams,
  type StreamQuery,
  StreamTicket,
} from './schema.ts'
import { streamEvents } from './stream-events.ts'
import { streamInspectionEvents } from './stream-inspection-events.ts'
import type { Streams } from './streams.ts'
import type { Ticket } from './take-ticket.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The ticket that the request came with in place of a token. */
    ticket: Ticket | null
  }
}

const HOW = `The stream starts with new events or, with \`Last-Event-ID\`, with the events since that one, for up to a day. If those are no
longer available, \`stream.reset\` tells you to read everything again. A silent stream sends a comment every 15 seconds. It ends when the
token expires or the service restarts: connect again.`

/** Their callers have a token or a ticket. */
export function streamRoutes(app: App, streams: Streams): void {
  app.addHook('preClose', async () => streams.drain())
  app.get('/events', {
    config: { errors: ['ticket_invalid', 'too_many_streams'], stream: true },
    schema: {
      operationId: 'streamEvents',
      summary: 'Stream events',
      description: `Events of your own inspections, or of the inspections that \`ownership_filter\` selects. ${HOW}`,
      tags: ['events'],
      querystring: StreamEventsQuery,
      headers: StreamHeaders,
      response: { 200: EventStreamAnswer },
    },
    handler: async (request, reply) => {
      const asked = readRequest(request, request.query)
      return sendStream(
        reply,
        await streamEvents(request.ctx, streams, request.query.ownership_filter, asked),
      )
    },
  })
  app.get('/inspections/:inspection_id/events', {
    config: { errors: ['ticket_invalid', 'too_many_streams'], stream: true },
    schema: {
      operationId: 'streamInspectionEvents',
      summary: 'Stream events of an inspection',
      description: `Tasks with their progress, pictures, corrections and reports. The stream ends when the inspection is deleted. ${HOW}`,
      tags: ['events'],
      params: StreamParams,
      querystring: StreamInspectionEventsQuery,
      headers: StreamHeaders,
      response: { 200: EventStreamAnswer },
    },
    handler: async (request, reply) => {
      const asked = readRequest(request, request.query)
      return sendStream(
        reply,
        await streamInspectionEvents(request.ctx, streams, request.params.inspection_id, asked),
      )
    },
  })
}

/** Its callers have a token. */
export function streamTicketRoutes(app: App): void {
  app.post('/events/tickets', {
    config: { access: { ofBody: requireStreamable }, answersSecret: true },
    schema: {
      operationId: 'createStreamTicket',
      summary: 'Get a ticket for a stream',
      description:
        'For clients that cannot send headers, such as `EventSource` in browsers. The response contains a URL that opens one stream, once, within 30 seconds.',
      tags: ['events'],
      body: CreateStreamTicket,
      response: { 201: StreamTicket },
    },
    handler: async (request, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await createStreamTicket(request.ctx, request.body)),
  })
}

function readRequest(request: FastifyRequest, query: StreamQuery): StreamRequest {
  const last = request.headers['last-event-id']
  return {
    query,
    lastEventId: typeof last === 'string' ? last : undefined,
    ticket: request.ticket,
    headOnly: request.method === 'HEAD',
  }
}

function sendStream(reply: FastifyReply, stream: EventStream): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Proxies that collect an answer before they pass it on would hold every event back.
      'x-accel-buffering': 'no',
      // A client that comes back may find another process, not this one on the same connection.
      connection: 'close',
    })
    .send(stream.body)
}
