import { createServer, type ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'

type Respond = (response: ServerResponse) => void

const FLOOD = Buffer.alloc(64 * 1024, 'x')
const FLOOD_BYTES_MAX = 10_000_000

/** Ways to be a bad receiver. */
const BAD: Record<string, Respond> = {
  hang: () => {},
  fail: (response) => response.writeHead(500).end(),
  flood: (response) => flood(response.writeHead(500)),
  'cut-headers': (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-le'),
  'close-after-headers': (response) => {
    response.writeHead(503, { 'content-length': '1000' }).flushHeaders()
    setTimeout(() => response.destroy(), 20)
  },
  redirect: (response) => response.writeHead(307, { location: '/followed' }).end(),
  drip: (response) => {
    response.writeHead(503)
    const timer = setInterval(() => response.write('x'), 100)
    response.once('close', () => clearInterval(timer))
  },
}
export const BAD_PATHS = Object.keys(BAD).map((name) => `/${name}`)

function flood(response: ServerResponse): void {
  let bytes = 0
  const more = (): void => {
    while (bytes < FLOOD_BYTES_MAX && !response.destroyed) {
      bytes += FLOOD.length
      if (!response.write(FLOOD)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

// A process of their own, so that what they do does not slow the good ones down. It says its port and ends with its input.
// Use: node webhook-bad-receivers.ts <address>
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let followed = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path === '/count') return void response.end(String(followed))
    if (path === '/followed') followed += 1
    request.resume()
    const respond = BAD[path.slice(1)] ?? BAD.fail
    respond?.(response)
  }).listen(0, process.argv[2], () => {
    const address = server.address()
    console.log(typeof address === 'object' && address ? address.port : 0)
  })
  process.stdin.resume().once('end', () => process.exit(0))
}
