import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { PUBLIC } from '../../testing/public-address.ts'

/** Addresses of this machine that play what must not be reached. */
export const FORBIDDEN = ['127.0.0.1', '127.0.0.3', '127.127.127.127', '127.255.255.254', '::1']
const TRIES = 20

export type Listeners = Awaited<ReturnType<typeof openListeners>>

/** A web server on the public address, and on the same port of the forbidden ones listeners that only count. */
export async function openListeners(picture: Buffer) {
  const counts = { public: 0, forbidden: 0, followed: 0, failed: 0 }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const redirect = /^\/redirect\/(\d{3})$/.exec(url.pathname)?.[1]
    // A message whose answer comes before it was read to its end would break the connection.
    request.resume()
    if (url.pathname === '/followed') counts.followed += 1
    if (redirect)
      return void response.writeHead(Number(redirect), { location: url.searchParams.get('to') ?? '' }).end()
    if (url.pathname === '/fail') {
      counts.failed += 1
      return void response.writeHead(500).end()
    }
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(request.method === 'GET' ? picture : '')
  }
  for (let tried = 0; tried < TRIES; tried++) {
    const servers: Server[] = []
    const close = () => {
      for (const server of servers) server.close()
    }
    const web = createHttpServer(answer).on('connection', () => {
      counts.public += 1
    })
    try {
      const port = await listen(servers, web, PUBLIC, 0)
      for (const host of FORBIDDEN) {
        const forbidden = createTcpServer((socket) => {
          counts.forbidden += 1
          socket.destroy()
        })
        await listen(servers, forbidden, host, port)
      }
      return { port, counts, close }
    } catch {
      // Somebody else has the port on one of the addresses.
      close()
    }
  }
  throw new Error('no port is free on all loopback addresses')
}

async function listen(servers: Server[], server: Server, host: string, port: number): Promise<number> {
  servers.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
