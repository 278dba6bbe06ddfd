import { Worker } from 'node:worker_threads'
import type { Compared, DamageGrid, Side } from './method/types.ts'

/** Trying again would take as long. */
export class ComparisonTooLong extends Error {
  override name = 'ComparisonTooLong'
}

type ComparedSides = { earlier: Side; later: Side; grids: Map<string, DamageGrid> }

/** In a thread of its own: the worker goes on with other jobs, and a pair that takes too long is given up. */
export async function runCompare(sides: ComparedSides, timeoutMs: number): Promise<Compared> {
  const worker = new Worker(new URL('./compare-thread.ts', import.meta.url), {
    workerData: sides,
    // Pixels lie outside this heap.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Compared>()
  const timer = setTimeout(
    () => reject(new ComparisonTooLong(`not compared after ${timeoutMs} ms`)),
    timeoutMs,
  )
  worker.on('message', (compared: Compared | object) => {
    // `node --watch` tells the names of loaded files through the same channel.
    if ('places' in compared) resolve(compared)
  })
  worker.on('error', reject)
  worker.once('exit', () => reject(new Error('the thread ended without an answer')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
