import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { PUBLIC } from '../../testing/public-address.ts'

export const PICTURE_BYTES_MAX = 100_000

const CHUNK = Buffer.alloc(PICTURE_BYTES_MAX / 10, 'x')

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const answers: Record<string, Answer> = {
  '/picture': (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('picture'),
  '/headers': (response, request) => response.end(JSON.stringify(request.rawHeaders)),
  '/set-cookie': (response) => response.writeHead(302, { location: '/headers', 'set-cookie': 'a=b' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/hops-2': (response) => response.writeHead(301, { location: '/hops-1' }).end(),
  '/hops-1': (response) => response.writeHead(308, { location: '../x/./../picture' }).end(),
  '/no-location': (response) => response.writeHead(302).end(),
  '/two-locations': (response) =>
    response.writeHead(302, ['location', '/picture', 'location', '/loop']).end(),
  '/exact': (response) => response.end(Buffer.alloc(PICTURE_BYTES_MAX)),
  '/exact-chunked': (response) => sendChunks(response, 10),
  '/over': (response) => response.end(Buffer.alloc(PICTURE_BYTES_MAX + 1)),
  '/over-declared': (response) =>
    response.writeHead(200, { 'content-length': PICTURE_BYTES_MAX + 1 }).flushHeaders(),
  '/over-chunked': (response) => sendChunks(response, 10, 'y'),
  '/megabyte': (response) => sendChunks(response, 100),
  '/endless': (response) => sendChunks(response, Number.POSITIVE_INFINITY),
  '/drip': (response) => drip(response.writeHead(200)),
  '/hang-body': (response) => response.writeHead(200, { 'content-length': '100' }).flushHeaders(),
  '/hang-headers': (response) => response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\n'),
  '/hang': () => {},
  '/later': (response) => void setTimeout(() => response.end('picture'), 200),
  '/retry-after': (response, request) =>
    response.writeHead(503, { 'retry-after': queryOf(request).get('value') ?? '' }).end(),
  '/hang-continue': (response) => response.writeContinue(),
  '/cut': (response) =>
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
  '/close': (response) => response.destroy(),
  '/large-headers': (response) => response.writeHead(200, { large: 'x'.repeat(20_000) }).end(),
  '/not-http': (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('picture')),
  '/identity': (response) => response.writeHead(200, { 'content-encoding': 'identity' }).end('picture'),
}

const queryOf = (request: IncomingMessage) => new URL(request.url ?? '', 'http://x').searchParams

function sendChunks(response: ServerResponse, count: number, last = ''): void {
  let sent = 0
  const more = (): void => {
    while (sent < count && !response.destroyed) {
      sent += 1
      if (!response.write(CHUNK)) return void response.once('drain', more)
    }
    response.end(last)
  }
  more()
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 10)
  response.on('close', () => clearInterval(timer))
}

const notFound: Answer = (response) => response.writeHead(404).end()

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://x')
  const redirect = /^\/redirect\/(\d+)$/.exec(url.pathname)?.[1]
  if (redirect) response.writeHead(Number(redirect), { location: url.searchParams.get('to') ?? '' }).end()
  else if (/^\/status\/\d+$/.test(url.pathname)) response.writeHead(Number(url.pathname.slice(8))).end('body')
  else (answers[url.pathname] ?? notFound)(response, request)
}

function selfSigned(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-test-'))
  try {
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
    ]
    const names = ['-subj', '/CN=test', '-addext', `subjectAltName=DNS:${name}`]
    execFileSync('openssl', [...request, ...names, '-keyout', 'key', '-out', 'cert'], {
      cwd: folder,
      stdio: 'ignore',
    })
    return {
      key: readFileSync(join(folder, 'key'), 'utf8'),
      cert: readFileSync(join(folder, 'cert'), 'utf8'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  return (server.address() as AddressInfo).port
}

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

const pick = ({ method = '', url = '', headers }: IncomingMessage) => ({ method, url, headers })

export type LoopbackInternet = Awaited<ReturnType<typeof startLoopbackInternet>>

/** Web servers on the public address, and on the same ports of the private ones listeners that only count. */
export async function startLoopbackInternet(tlsName: string) {
  const accepts = { public: 0, forbidden: 0 }
  const written = { bytes: 0 }
  const received: Received[] = []
  const connections = new Set<Socket>()
  const tls = selfSigned(tlsName)
  const web = createHttpServer((request, response) => {
    void text(request)
      .then((body) => received.push({ ...pick(request), body }))
      .catch(() => {})
    answer(request, response)
  }).on('connection', (socket) => {
    accepts.public += 1
    connections.add(socket)
    socket.on('close', () => {
      written.bytes += socket.bytesWritten
      connections.delete(socket)
    })
  })
  const webTls = createHttpsServer(tls, answer)
  const servers: Server[] = [web, webTls]
  const port = await listen(web, PUBLIC, 0)
  const tlsPort = await listen(webTls, PUBLIC, 0)
  for (const host of ['127.0.0.1', '::1']) {
    for (const samePort of [port, tlsPort]) {
      const forbidden = createTcpServer((socket) => {
        accepts.forbidden += 1
        socket.destroy()
      })
      servers.push(forbidden)
      await listen(forbidden, host, samePort)
    }
  }
  const close = () => {
    for (const server of servers) server.close()
    web.closeAllConnections()
    webTls.closeAllConnections()
  }
  const openConnections = () => connections.size
  return { port, tlsPort, accepts, written, received, openConnections, certificate: tls.cert, close }
}
