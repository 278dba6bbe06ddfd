import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isNamed } from '../contracts/entity-tags.ts'
import { type Context, type ContextParts, createContext } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'

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
  /** Another answer may come at any time: nobody keeps this one. */
  isPassing?: boolean
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

/** Answers a file as browsers need it: cached, embedded by any page, and never run as one. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, open, isPassing = false, document = false }: SignedFile,
  maxAgeS: number,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': isPassing ? 'private, no-store' : `private, max-age=${maxAgeS}, immutable`,
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
