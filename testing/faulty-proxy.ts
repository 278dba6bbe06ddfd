import type { Socket } from 'node:net'
import { startTcpLine } from './tcp-line.ts'

export type Cuts = {
  /** After how many bytes, both ways together, a connection is cut; null leaves it alone. */
  nextCut: () => number | null
}

/** A line to the service that breaks in the middle. */
export async function startFaultyProxy(targetUrl: string, { nextCut }: Cuts) {
  const counts = { connections: 0, cuts: 0, bytes: 0 }
  const { url, close } = await startTcpLine(targetUrl, (client, service) => {
    counts.connections += 1
    let left = nextCut()
    const drop = () => {
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
    client.on('data', pass(service)).on('end', () => service.end())
    service.on('data', pass(client)).on('end', () => client.end())
  })
  return { url, counts, close }
}
