import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export const OUTAGES = ['stop', 'freeze', 'slow'] as const
export type Outage = (typeof OUTAGES)[number]

const SLOW_MS = 80

/**
 * The line to the object store. `stop` resets every connection and refuses new ones, `freeze` takes bytes and passes none
 * on, `slow` passes each piece on later. After `mend` everything that was held back arrives.
 */
export async function startStoreLine(targetUrl: string) {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let outage: Outage | null = null
  let mended = Promise.withResolvers<void>()
  const server = createServer((client) => {
    if (outage === 'stop') return void client.resetAndDestroy()
    const store = connect(Number(target.port), target.hostname)
    pass(client, store)
    pass(store, client)
  })

  function pass(from: Socket, to: Socket): void {
    sockets.add(from)
    let before = Promise.resolve()
    from.on('data', (chunk) => {
      const wait = holdBack()
      from.pause()
      // Pieces keep their order, whatever the line does between them.
      before = before
        .then(() => wait)
        .then(() => {
          to.write(chunk)
          from.resume()
        })
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  function holdBack(): Promise<unknown> | undefined {
    if (outage === 'freeze') return mended.promise
    if (outage === 'slow') return delay(SLOW_MS)
    return undefined
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  const { port } = server.address() as AddressInfo
  return {
    url: `${target.protocol}//127.0.0.1:${port}`,
    begin: (kind: Outage) => {
      outage = kind
      mended = Promise.withResolvers()
      if (kind === 'stop') for (const socket of sockets) socket.resetAndDestroy()
    },
    mend: () => {
      outage = null
      mended.resolve()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type StoreLine = Awaited<ReturnType<typeof startStoreLine>>
