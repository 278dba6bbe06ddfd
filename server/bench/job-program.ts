import { createServer } from 'node:http'
import { PgBoss } from 'pg-boss'
import { Database } from '../src/core/platform/database.ts'
import { Jobs } from '../src/core/platform/jobs.ts'
import { createLog } from '../src/core/platform/log.ts'

/**
 * Sends jobs that do nothing, and runs them: through our queue code, or by the engine alone with the same lanes. A program
 * of its own, so that its processor time can be told apart.
 */
const url = process.env.DATABASE_URL ?? ''
const AT_ONCE = 8
const LANES = 2
const BATCH = 4

type Ended = (n: number) => void
type Engine = (queue: string, ended: Ended) => Promise<(n: number) => Promise<unknown>>

const startOurs: Engine = async (queue, ended) => {
  const log = createLog('warn', 'bench')
  const database = new Database({ url, connections: AT_ONCE, log, applicationName: 'bench' })
  const jobs = new Jobs({ url, connections: 4, queues: {}, log }, 'worker')
  await jobs.start()
  await jobs.work(queue, { concurrency: LANES, batch: BATCH }, async ({ n }) => ended(Number(n)))
  return (n) =>
    database
      .forOrganization('org_a')
      .transaction()
      .execute((tx) => jobs.enqueue(tx, queue, { org_id: 'org_a', n }))
}

const startBare: Engine = async (queue, ended) => {
  const boss = new PgBoss({
    connectionString: url,
    max: AT_ONCE + 4,
    schema: 'pgboss',
    createSchema: false,
    migrate: false,
    useListenNotify: true,
  })
  boss.on('error', console.error)
  await boss.start()
  const options = { batchSize: BATCH, localConcurrency: LANES, burstWhenBatchFull: true }
  await boss.work<{ n: number }>(queue, options, async (jobs) => {
    for (const { data } of jobs) ended(data.n)
  })
  return (n) => boss.send(queue, { org_id: 'org_a', n }, { group: { id: 'org_a' } })
}

const queue = process.env.QUEUE ?? ''
const waiting = new Map<number, () => void>()
const send = await (queue === 'ours' ? startOurs : startBare)(queue, (n) => waiting.get(n)?.())
let sent = 0

/** Resolves when each of them has run. */
async function runJobs(count: number): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) {
      const n = sent++
      const ended = new Promise<void>((resolve) => waiting.set(n, resolve))
      await send(n)
      await ended
      waiting.delete(n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  runJobs(Number(searchParams.get('count'))).then(
    () => response.end('done'),
    (error) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
