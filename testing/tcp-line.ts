import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A line to a server, for tests that break it or read along. `join` says of each connection what of its bytes passes. The
 * line knows no protocol: where one end is gone, it takes the other away.
 */
export async function startTcpLine(targetUrl: string, join: (client: Socket, server: Socket) => void) {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    join(client, server)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(targetUrl)
  // A listening TCP server has this form of address; only pipes have a string.
  url.port = `${(listener.address() as AddressInfo).port}`
  return {
    url: url.href.replace(/\/$/, ''),
    /** Resets every connection, as when a phone changes its network; not an orderly end. */
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
