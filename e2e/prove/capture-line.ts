import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Random } from '../../testing/random.ts'

/** Of requests that write: how many never arrive, and how many arrive while their answer does not. */
const REFUSED = 0.1
const ANSWER_LOST = 0.15

/** A phone's line to the service. Browsers trust its address, so that no certificate is needed. */
export async function startLine(targetUrl: string, random: Random) {
  const target = new URL(targetUrl)
  const counts = { requests: 0, refused: 0, answers_lost: 0 }
  let isFaulty = true
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    counts.requests += 1
    const isWrite = isFaulty && from.method === 'POST'
    if (isWrite && random.next() < REFUSED) {
      counts.refused += 1
      from.destroy()
      return
    }
    const isLost = isWrite && random.next() < ANSWER_LOST
    const { hostname, port } = target
    const onward = request(
      {
        hostname,
        port,
        path: from.url,
        method: from.method,
        headers: from.headers,
        rejectUnauthorized: false,
      },
      (answer) => {
        if (isLost) {
          // The service has done what was asked: the whole answer is here, and goes no further.
          answer.resume().on('end', () => {
            counts.answers_lost += 1
            to.destroy()
          })
          return
        }
        to.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(to)
      },
    )
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  }
  const server = createServer(pass)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    /** For the end: from here on the line is good. */
    mend: () => {
      isFaulty = false
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
