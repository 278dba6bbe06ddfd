import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Context, type ContextParts, createContext } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { isNamed } from './etags.ts'

/** The answer of a route that sends a file, as the document shows it. */
export const Bytes = (type: string, description: string) =>
  Type.Unsafe<unknown>({
    description,
    content: { [type]: { schema: { type: 'string', contentMediaType: type } } },
  })

/** A piece of an address that this service signed: it means something only as a whole. */
export const Signed = Type.String({ description: 'part of the signed URL; use it unchanged' })

const ANSWER_MS_MAX = 120_000

/** The bytes behind a URL that needs no token. `open` is called only when the caller does not have them yet. */
export type SignedFile = {
  etag: string
  /** People read it in the browser. */
  document?: boolean
  open: () => Promise<{ body: Readable | Buffer; contentType: string; sizeBytes: number }>
}

/** Whoever holds a signed URL acts in its organization and has no permission beside it. */
export function contextOfUrl(parts: ContextParts, log: Log, request: FastifyRequest, orgId: string): Context {
  const principal = { subject: 'signed-url', org_id: orgId, permissions: new Set<string>() }
  const child = log.child({ request_id: request.id, org_id: orgId })
  return createContext(parts, principal, child, request.id)
}

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

/** Answers a file as browsers need it: cached, embedded by any page, and never run as one. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, open, document = false }: SignedFile,
  maxAgeS: number,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': `private, max-age=${maxAgeS}, immutable`,
    etag,
    'x-content-type-options': 'nosniff',
    // Browsers show a PDF in a viewer of their own, which a sandbox would not let them open.
    ...(document ? {} : { 'content-security-policy': "default-src 'none'; sandbox" }),
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  })
  if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  const { body, contentType, sizeBytes } = await open()
  if (!Buffer.isBuffer(body)) {
    // A reader that never finishes must not hold a connection to the store for ever.
    const timer = setTimeout(() => body.destroy(), ANSWER_MS_MAX)
    body.once('close', () => clearTimeout(timer))
  }
  return reply.headers({ 'content-type': contentType, 'content-length': sizeBytes }).send(body)
}
