import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { stackValue } from './stack.ts'
import { startTcpLine } from './tcp-line.ts'

export const OUTAGES = ['stop', 'freeze', 'slow'] as const
export type Outage = (typeof OUTAGES)[number]

const SLOW_MS = 80

/**
 * The line to the stack's object store. `stop` resets every connection and refuses new ones, `freeze` takes bytes and passes
 * none on, `slow` passes each piece on later. After `mend` everything that was held back arrives.
 */
export async function startStoreLine() {
  /** Requests that have begun to arrive, also while the line is frozen. */
  const counts = { requests: 0, puts: 0 }
  let outage: Outage | null = null
  let mended = Promise.withResolvers<void>()
  const { url, reset, close } = await startTcpLine(stackValue('S3_ENDPOINT'), (client, store) => {
    if (outage === 'stop') return void client.resetAndDestroy()
    client.on('data', count)
    pass(client, store)
    pass(store, client)
  })

  function count(chunk: Buffer): void {
    const begin = chunk.toString('latin1', 0, 8)
    if (/^[A-Z]+ /.test(begin)) counts.requests += 1
    if (begin.startsWith('PUT ')) counts.puts += 1
  }

  function pass(from: Socket, to: Socket): void {
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
  }

  function holdBack(): Promise<unknown> | undefined {
    if (outage === 'freeze') return mended.promise
    if (outage === 'slow') return delay(SLOW_MS)
    return undefined
  }

  return {
    url,
    counts,
    begin: (kind: Outage) => {
      outage = kind
      mended = Promise.withResolvers()
      if (kind === 'stop') reset()
    },
    mend: () => {
      outage = null
      mended.resolve()
    },
    close,
  }
}

export type StoreLine = Awaited<ReturnType<typeof startStoreLine>>
