import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import type { EventStream, StreamFilter } from './event-stream.ts'
import { isInLog, lastPosition, selectMissed } from './queries.ts'
import type { StreamQuery } from './schema.ts'
import type { Streams } from './streams.ts'
import type { Ticket } from './take-ticket.ts'

const MISSED_PAGE = 200

/** How a stream is asked for, beside what it is about. */
export type StreamRequest = {
  query: StreamQuery
  /** Where the client was when its last stream ended, as the browser says it. */
  lastEventId: string | undefined
  ticket: Ticket | null
  /** Only the head of the answer is wanted. */
  headOnly: boolean
}

/** What a ticket was made for is all that it opens. */
export function requireTicketFor(ticket: Ticket | null, inspectionId: string | null): void {
  if (ticket && ticket.inspection_id !== inspectionId) throw new Problem('ticket_invalid')
}

/**
 * Opens a stream and begins it where its client left off. It listens before `check` looks at what it is about, so a
 * change after that look is told. What was missed is read while the answer is under way.
 */
export async function openStream(
  ctx: Context,
  streams: Streams,
  filter: StreamFilter,
  request: StreamRequest,
  check: () => Promise<unknown>,
): Promise<EventStream> {
  const stream = streams.open(ctx.principal, filter)
  try {
    const position = streams.position()
    await check()
    const last = request.lastEventId || request.query.last_event_id
    const from = last ? await resumeFrom(ctx, last, position) : null
    if (!last) stream.begin(await streams.currentPosition())
    else if (from === null) stream.reset(await streams.currentPosition())
    else resume(ctx, stream, from, position)
    streams.started(stream)
    if (request.headOnly) stream.finish('client')
    return stream
  } catch (error) {
    stream.cut('client')
    throw error
  }
}

/** The position to go on from; null when it is unknown, or events after it are no longer kept. */
async function resumeFrom(ctx: Context, last: string, position: number): Promise<number | null> {
  const from = /^\d{1,15}$/.test(last) ? Number(last) : null
  if (from === null) return null
  // Another process may have told more than this one knows of yet.
  if (from > position) return from <= (await lastPosition(ctx)) ? from : null
  return (await isInLog(ctx, from)) ? from : null
}

function resume(ctx: Context, stream: EventStream, from: number, until: number): void {
  stream.resume(from)
  tellMissed(ctx, stream, from, until).catch((error) => {
    ctx.log.warn({ err: error }, 'could not read the events a stream missed')
    // Its client connects again and asks for the same.
    stream.cut('failed')
  })
}

async function tellMissed(ctx: Context, stream: EventStream, from: number, until: number): Promise<void> {
  for (let after = from; after < until && !stream.body.destroyed; ) {
    const missed = await selectMissed(ctx, stream.filter, { after, until, most: MISSED_PAGE })
    for (const event of missed) {
      stream.tellMissed(event)
      await stream.drained()
    }
    after = missed.length === MISSED_PAGE ? (missed.at(-1)?.position ?? until) : until
  }
  stream.goLive()
}
