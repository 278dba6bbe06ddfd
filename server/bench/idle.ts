import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePorts } from '../../testing/ports.ts'
import { readStack } from '../../testing/stack.ts'
import { createDatabase } from '../test/database.ts'
import { waitFor } from '../test/factories.ts'
import { startJobEngine } from '../test/job-engine.ts'
import { median } from './pair.ts'
import { endPrograms, startProgram, waitForAnswer } from './programs.ts'
import { sized } from './sizes.ts'

const SECONDS = sized(60, 6)
const STARTS = sized(40, 8)
/** PostgreSQL counts what a connection has done up to ten seconds later: the start of the worker must be counted by then. */
const SETTLED_AFTER_MS = sized(12_000, 3_000)

/** What a worker with nothing to do asks of PostgreSQL, and how soon it starts a job nevertheless. */
export async function benchIdle(): Promise<Record<string, unknown>> {
  const transactions_per_s = await countTransactions()
  const start_ms = await measureStarts()
  return { bench: 'idle', seconds: SECONDS, transactions_per_s, start_ms }
}

export async function countTransactions(): Promise<number> {
  const database = await createDatabase()
  const [port = 0] = await freePorts(1)
  const urls = { DATABASE_URL: database.DATABASE_URL, DATABASE_OWNER_URL: database.DATABASE_OWNER_URL }
  const worker = startProgram('../src/worker.ts', {
    ...readStack(),
    ...urls,
    WORKER_OPERATIONS_PORT: String(port),
    LOG_LEVEL: 'warn',
  })
  // From another database, so that the count has no part in itself.
  const client = new pg.Client({ connectionString: readStack().DATABASE_OWNER_URL })
  await client.connect()
  const count = async () => {
    const text = 'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1'
    const { rows } = await client.query<{ count: string }>(text, [database.name])
    return Number(rows[0]?.count)
  }
  try {
    await waitForAnswer(`http://127.0.0.1:${port}/readyz`, worker)
    await delay(SETTLED_AFTER_MS)
    const before = await count()
    await delay(SECONDS * 1_000)
    const after = await count()
    return Number(((after - before) / SECONDS).toFixed(2))
  } finally {
    await client.end()
    await endPrograms([worker])
    await database.drop()
  }
}

/** From the commit of a job to its first line, on a worker that had nothing to do. */
async function measureStarts(): Promise<number> {
  const engine = await startJobEngine({ probe: { retries: 0, expireS: 60, large: false } })
  const starts: number[] = []
  let sentAt = 0
  await engine.startWorker('probe', { concurrency: 1, batch: 1 }, async () => {
    starts.push(performance.now() - sentAt)
  })
  for (let n = 1; n <= STARTS; n++) {
    // Not in step with anything that looks from time to time.
    await delay(200 + Math.random() * 700)
    await engine.inTransaction(async (tx) => {
      await engine.sender.enqueue(tx, 'probe', { org_id: 'org_a' })
      sentAt = performance.now()
    })
    await waitFor(`job ${n} to start`, async () => starts.length === n)
  }
  await engine.stop()
  return median(starts)
}
