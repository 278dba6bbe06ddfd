import type { FastifyReply } from 'fastify'

// Made once: every answer ends with one of these, and making it costs a stack trace.
const GONE = new DOMException('The client is gone', 'AbortError')

/** Aborts when the client goes away before it has its answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort(GONE))
  return gone.signal
}

/** Gives a place back when the answer is sent or its client is gone, which it may be by now. */
export function leaveAtClose(reply: FastifyReply, leave: () => void): void {
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
}
