import { Session } from 'node:inspector/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Counted, Work } from './counted-work.ts'

// The thread of countBlocks.
const { module, name, given } = workerData as Work
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const loaded = await import(module)
// Each look sets the counts back to zero.
await session.post('Profiler.takePreciseCoverage')
// Bytes come as the plain kind.
const answer = await loaded[name](
  ...given.map((one) =>
    one instanceof Uint8Array ? Buffer.from(one.buffer, one.byteOffset, one.byteLength) : one,
  ),
)
const { result } = await session.post('Profiler.takePreciseCoverage')
const blocks = result
  .filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
  .flatMap(({ functions }) => functions)
  .flatMap(({ ranges }) => ranges)
  .reduce((sum, { count }) => sum + count, 0)
parentPort?.postMessage({ blocks, answer } satisfies Counted)
