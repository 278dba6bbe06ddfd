import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cuts = {
  /** After how many bytes, both ways together, a connection is cut; null leaves it alone. */
  nextCut: () => number | null
}

/** A line to the service that breaks in the middle. It knows no HTTP and no TLS: bytes pass until they do not. */
export async function startFaultyProxy(targetUrl: string, { nextCut }: Cuts) {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  const counts = { connections: 0, cuts: 0, bytes: 0 }
  const server = createServer((client) => {
    counts.connections += 1
    const service = connect(Number(target.port), target.hostname)
    let left = nextCut()
    const drop = () => {
      // A reset, as when a phone changes its network; not an orderly end.
      client.resetAndDestroy()
      service.resetAndDestroy()
    }
    const pass = (to: Socket) => (chunk: Buffer) => {
      counts.bytes += chunk.length
      if (left === null) return void to.write(chunk)
      if (chunk.length < left) {
        left -= chunk.length
        return void to.write(chunk)
      }
      counts.cuts += 1
      to.write(chunk.subarray(0, left), drop)
      left = 0
    }
    client.on('data', pass(service))
    service.on('data', pass(client))
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('end', () => other.end())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    url: `${target.protocol}//127.0.0.1:${port}`,
    counts,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
