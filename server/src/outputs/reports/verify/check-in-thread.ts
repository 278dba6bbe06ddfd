import { Worker } from 'node:worker_threads'
import type { FileFacts } from './check-file.ts'

export type FileToCheck = { file: string; authorities: string | null }

const TIME_MS_MAX = 60_000
const HEAP_MIB_MAX = 96

/**
 * Checks a report in a thread with little memory and little time: the file may have been made to exhaust whoever opens
 * it. What it would exhaust is the thread, and that is an answer.
 */
export async function checkInThread(wish: FileToCheck, timeMsMax = TIME_MS_MAX): Promise<FileFacts> {
  const { promise, resolve } = Promise.withResolvers<FileFacts>()
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url), {
    workerData: wish,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX, maxYoungGenerationSizeMb: 8 },
  })
  const timer = setTimeout(() => resolve(unreadable('it takes too long')), timeMsMax)
  // The thread sends nothing but what it found.
  worker.on('message', (facts: FileFacts) => resolve(facts))
  worker.on('error', (error) => resolve(unreadable(reasonOf(error))))
  worker.on('exit', () => resolve(unreadable('checking it ended without a result')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function unreadable(reason: string): FileFacts {
  const check = { check: 'file', status: 'FAILED', detail: `cannot be read: ${reason}` } as const
  return { checks: [check], signer: null, twin: null }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it takes too much memory'
  if (code === 'ENOENT') return 'there is no such file'
  return error instanceof Error ? error.message : 'checking it failed'
}
