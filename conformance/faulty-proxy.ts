import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { request as ask, createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Fault =
  /** The service does its work, and the client never hears of it. */
  | 'lose the answer'
  /** The service is never asked. */
  | 'answer 503'
  | 'strip the token'
type Injection = { method: string; fault: Fault; times?: number; retryAfterS?: number }
type Seen = { method: string; path: string; status: number; body: string }

/** TLS in front of the service that goes wrong when told to, and remembers what the service answered. */
export async function startProxy(target: {
  url: string
  ca_file: string
  certificate_file: string
  key_file: string
}) {
  const ca = readFileSync(target.ca_file)
  const injections: (Injection & { left: number })[] = []
  const seen: Seen[] = []
  let requests = 0
  let early = 0
  const waits = new Set<NodeJS.Timeout>()
  const server = createServer(
    { cert: readFileSync(target.certificate_file), key: readFileSync(target.key_file) },
    (request, reply) => {
      requests += 1
      if (waits.size > 0) early += 1
      forward(request, reply).catch(() => reply.destroy())
    },
  )

  async function forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const fault = takeFault(request.method ?? '')
    if (fault?.fault === 'answer 503') {
      if (fault.retryAfterS !== undefined) startWait(fault.retryAfterS)
      return refuse(reply, fault.retryAfterS)
    }
    const headers = { ...request.headers }
    if (fault?.fault === 'strip the token') delete headers.authorization
    const { method = '', url: path = '' } = request
    const upstream = ask(`${target.url}${path}`, { method, headers, ca, agent: false })
    upstream.end(body)
    const [answer] = await once(upstream, 'response')
    const bytes = await buffer(answer)
    seen.push({ method, path, status: answer.statusCode, body: bytes.toString('utf8') })
    if (fault?.fault === 'lose the answer') return void reply.destroy()
    reply.writeHead(answer.statusCode, answer.headers).end(bytes)
  }

  function startWait(seconds: number): void {
    const wait = setTimeout(() => waits.delete(wait), seconds * 1_000)
    waits.add(wait)
  }

  function takeFault(method: string) {
    const next = injections.find((one) => one.method === method && one.left > 0)
    if (next) next.left -= 1
    return next
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    inject: (injection: Injection) => void injections.push({ ...injection, left: injection.times ?? 1 }),
    /**
     * Requests since the last time, those of them that came before the end of a wait that was asked for, and what the
     * service answered to those that reached it.
     */
    take: () => {
      const taken = { requests, early, answers: seen.splice(0) }
      requests = 0
      early = 0
      return taken
    },
    close: async () => {
      for (const wait of waits) clearTimeout(wait)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(reply: ServerResponse, retryAfterS: number | undefined): void {
  if (retryAfterS !== undefined) reply.setHeader('retry-after', String(retryAfterS))
  reply.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"not now"}')
}
