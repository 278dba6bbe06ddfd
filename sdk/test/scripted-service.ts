import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }
export type Reply = {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  /** The connection ends after so many bytes of the answer. */
  cutAfter?: number
  /** The answer never comes. */
  isSilent?: true
}
type Script = Reply | ((seen: Seen, reply: ServerResponse) => void)

/** A server that answers what it is told, in order; the last answer stays. For what a real service does not do on demand. */
export async function startScripted(...script: Script[]) {
  const seen: Seen[] = []
  const server = createServer(async (request, reply) => {
    const step = script[Math.min(seen.length, script.length - 1)] ?? {}
    const { method = '', url: path = '', headers } = request
    const one: Seen = { method, path, headers, body: Buffer.alloc(0) }
    seen.push(one)
    one.body = await buffer(request).catch(() => Buffer.alloc(0))
    if (typeof step === 'function') return step(one, reply)
    send(step, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(
  { status = 200, headers = {}, json, text, cutAfter, isSilent }: Reply,
  reply: ServerResponse,
): void {
  if (isSilent) return
  const body = text ?? JSON.stringify(json ?? { id: 'i-1', object_type: 'INSPECTION' })
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  reply.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
  if (cutAfter === undefined) return void reply.end(body)
  reply.write(body.slice(0, cutAfter), () => reply.socket?.destroy())
}

export const problem = (
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): Reply => ({
  status,
  headers,
  json: {
    type: 'x',
    title: code,
    status,
    detail: 'Do this.',
    code,
    message: code,
    request_id: 'r-1',
    errors: [],
    ...more,
  },
})

export type Scripted = Awaited<ReturnType<typeof startScripted>>
