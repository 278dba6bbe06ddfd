import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What runs away ends its thread, not the machine. */
const HEAP_MIB_MAX = 256

export type Work = { module: string; name: string; given: unknown[] }
export type Counted = { blocks: number; answer: unknown }

/**
 * Calls a function of a module, and counts the blocks of our code that it runs through: a loop counts each time. The count is the same on
 * every machine, however busy, so a limit on it says that the work stays in proportion. In a thread of its own, because only what is
 * compiled after the counting has begun is counted block by block.
 */
export async function countBlocks(module: URL, name: string, ...given: unknown[]): Promise<Counted> {
  const work: Work = { module: module.href, name, given }
  const worker = new Worker(new URL('./count-blocks.ts', import.meta.url), {
    workerData: work,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  })
  try {
    const [counted] = await once(worker, 'message')
    return counted
  } finally {
    await worker.terminate()
  }
}
