import { freePorts } from '../../testing/ports.ts'
import { startJobEngine } from '../test/job-engine.ts'
import { PAIRS, send } from './compare.ts'
import { comparePair, type Figures } from './pair.ts'
import { endPrograms, startProgram, waitForAnswer } from './programs.ts'
import { sized } from './sizes.ts'

const JOBS = sized(400, 150)

/** From a job's enqueueing to its end, through our code and by the engine alone. */
export async function benchJobs(): Promise<Figures> {
  const plain = { retries: 2, expireS: 60, large: true }
  const engine = await startJobEngine({ ours: plain, bare: plain })
  const [ourPort = 0, barePort = 0] = await freePorts(2)
  const start = (queue: string, port: number) => {
    const child = startProgram('job-program.ts', {
      DATABASE_URL: engine.url,
      QUEUE: queue,
      PORT: String(port),
    })
    const url = `http://127.0.0.1:${port}/`
    return { child, url, pid: child.pid ?? 0 }
  }
  const ours = start('ours', ourPort)
  const bare = start('bare', barePort)
  try {
    await Promise.all([ours, bare].map(({ url, child }) => waitForAnswer(url, child)))
    const load = ({ url }: { url: string }) => ({
      operations: 1,
      each: JOBS,
      at: 1,
      run: async () => {
        await send(`${url}?count=${JOBS}`)
      },
    })
    const figures = await comparePair({ ours, bare }, PAIRS, load(ours), load(bare))
    return { bench: 'jobs', operations: JOBS, ...figures }
  } finally {
    await endPrograms([ours.child, bare.child])
    await engine.stop()
  }
}
