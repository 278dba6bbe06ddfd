import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { isNamed } from '../core/contracts/entity-tags.ts'
import type { App } from '../core/platform/app.ts'
import { isDeclared } from './declared-fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The version at the top of the answer, for its entity tag. */
    answerVersion: number | null
  }
}

/** Tags what is read, and what is written if it has a version; a read that has not changed answers 304. */
export function registerEtags(app: App): void {
  app.decorateRequest('answerVersion', null)
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    request.answerVersion = isDeclared(request, reply, 'version') ? versionOf(payload) : null
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isJson(reply)) return
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    // Answers differ by the form asked for and by what the client's version can read.
    if (!reply.hasHeader('vary')) reply.header('vary', 'Accept, X-Monk-SDK-Version')
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const tagged = reads ? reply.statusCode === 200 : reply.statusCode < 300 && request.answerVersion !== null
    if (!tagged || typeof payload !== 'string') return
    // Once into bytes: the digest, the length and the socket would each do it again.
    const bytes = Buffer.from(payload)
    const etag = etagOf(bytes, request.answerVersion)
    reply.header('etag', etag)
    if (!reads || !isNamed(etag, request.headers['if-none-match'])) return bytes
    reply.code(304).removeHeader('content-type')
    // The framework's own handling of HEAD drops the payload, and needs one.
    return request.method === 'HEAD' ? payload : null
  })
}

function isJson(reply: FastifyReply): boolean {
  return /^application\/([\w.-]+\+)?json\b/.test(String(reply.getHeader('content-type')))
}

function versionOf(payload: unknown): number | null {
  const { version } = { version: null, ...(typeof payload === 'object' ? payload : {}) }
  return Number.isInteger(version) ? Number(version) : null
}

function etagOf(bytes: Buffer, version: number | null): string {
  const digest = hash('sha256', bytes, 'hex').slice(0, 16)
  return version === null ? `"${digest}"` : `"${version}-${digest}"`
}
