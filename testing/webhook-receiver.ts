import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { PUBLIC } from './public-address.ts'

export type Received = { path: string; headers: Record<string, string>; body: string; atMs: number }
export type Respond = (response: ServerResponse, received: Received) => void

/** A web server on the address that plays the public internet. Each path answers 204 until told otherwise. */
export async function startReceiver(onReceived: (received: Received) => void = () => {}) {
  const received: Received[] = []
  const responds = new Map<string, Respond>()
  const atOnce = { now: 0, most: 0 }
  const server = createServer(async (request, response) => {
    atOnce.most = Math.max(atOnce.most, ++atOnce.now)
    response.once('close', () => atOnce.now--)
    const path = request.url ?? ''
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    // A sender that is killed in the middle of a message has not sent it.
    const body = await text(request).catch(() => null)
    if (body === null) return void response.destroy()
    const one = { path, headers, body, atMs: Date.now() }
    received.push(one)
    onReceived(one)
    const respond = responds.get(path.split('?')[0] ?? '')
    if (respond) respond(response, one)
    else response.writeHead(204).end()
  }).listen(0, PUBLIC)
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** What a service in this process may reach. */
    egress: { allowHttp: true, ports: [port], judge: (address: string) => address === PUBLIC },
    received,
    atOnce,
    at: (path: string) => received.filter((one) => one.path.split('?')[0] === path),
    url: (path: string) => `http://${PUBLIC}:${port}${path}`,
    /** From now on the path answers so. */
    respond: (path: string, respond: Respond) => responds.set(path, respond),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end()

export const after =
  (ms: number): Respond =>
  (response) =>
    void setTimeout(() => response.writeHead(204).end(), ms)

export const never: Respond = () => {}
