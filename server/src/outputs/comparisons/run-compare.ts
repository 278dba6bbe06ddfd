import { Worker } from 'node:worker_threads'
import type { Search } from './method/compare.ts'
import type { Compared, Side } from './method/types.ts'

/** Trying again would take as long. */
export class ComparisonTooLong extends Error {
  override name = 'ComparisonTooLong'
}

type Asked = { earlier: Side; later: Side; gridSide: number | null; search: Search }

/** In a thread of its own: the worker goes on with other jobs, and a pair that takes too long is given up. */
export async function runCompare({ search, ...workerData }: Asked, timeoutMs: number): Promise<Compared> {
  const worker = new Worker(new URL('./compare-thread.ts', import.meta.url), {
    workerData,
    // Pixels lie outside this heap.
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Compared>()
  const wait = () =>
    setTimeout(() => reject(new ComparisonTooLong(`not compared after ${timeoutMs} ms`)), timeoutMs)
  let timer = wait()
  let isOver = false
  const answer = async (imageIds: string[]) => {
    // The time of the network is not the thread's.
    clearTimeout(timer)
    const grids = await search(imageIds)
    if (isOver) return
    worker.postMessage(grids)
    timer = wait()
  }
  worker.on('message', (message: Compared | { imageIds: string[] } | object) => {
    // `node --watch` tells the names of loaded files through the same channel.
    if ('places' in message) resolve(message)
    else if ('imageIds' in message) answer(message.imageIds).catch(reject)
  })
  worker.on('error', reject)
  worker.once('exit', () => reject(new Error('the thread ended without an answer')))
  try {
    return await promise
  } finally {
    isOver = true
    clearTimeout(timer)
    await worker.terminate()
  }
}
