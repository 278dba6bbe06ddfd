import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/factories.ts'
import { startJobEngine } from '../../../test/job-engine.ts'
import type { QueueSettings, WorkOptions } from './jobs.ts'

// Well below the two minutes after which the engine asks again by itself.
const SOON_MS = 10_000

const plain: QueueSettings = { retries: 2, expireS: 60, large: false }
const one: WorkOptions = { concurrency: 1, batch: 1 }
const queuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, plain]))

type Engine = Awaited<ReturnType<typeof startJobEngine>>

async function startCounting(engine: Engine, queue: string) {
  const runs = { count: 0 }
  await engine.startWorker(queue, one, async () => void runs.count++)
  return runs
}

describe('a worker that does not look', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await startJobEngine(queuesOf(['hinted', 'many']), { lookEveryMs: 3_600_000 })
  })
  afterAll(() => engine.stop())

  it('starts a new job by the hint of its commit', async () => {
    const runs = await startCounting(engine, 'hinted')
    for (let sent = 1; sent <= 3; sent++) {
      await engine.send('hinted')
      await waitFor(`job ${sent} to start`, async () => runs.count === sent, SOON_MS)
      await engine.waitForAll('hinted', 'completed', sent)
    }
  })

  it('takes one job after the other from a queue that gives one at a time', async () => {
    await engine.send('many', 20)
    const runs = await startCounting(engine, 'many')
    await waitFor('all jobs to run', async () => runs.count === 20, SOON_MS)
  })
})

describe('a worker that looks finds without a hint', () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await startJobEngine(queuesOf(['retried', 'delayed', 'unheard', 'deaf', 'lost', 'timed_out']))
  })
  afterEach(() => engine.stopWorkers())
  afterAll(() => engine.stop())

  it('a retry that is due', async () => {
    let attempts = 0
    await engine.startWorker('retried', one, async () => {
      attempts++
      if (attempts === 1) throw new Error('once')
    })
    await engine.send('retried')
    await waitFor('the second attempt', async () => attempts === 2, SOON_MS)
  })

  it('a delayed job when its time has come, and not before', async () => {
    let startedAt = 0
    await engine.startWorker('delayed', one, async () => {
      startedAt = Date.now()
    })
    await engine.inTransaction(async (tx) => {
      await engine.sender.enqueue(tx, 'delayed', { org_id: 'org_a' })
      await sql`update pgboss.job set start_after = clock_timestamp() + interval '1500 ms' where name = 'delayed'`.execute(
        tx,
      )
    })
    const dueAt = Date.now() + 1_500
    await waitFor('the delayed job', async () => startedAt > 0, SOON_MS)
    expect(startedAt).toBeGreaterThan(dueAt - 200)
  })

  it('a job that came without a hint', async () => {
    const runs = await startCounting(engine, 'unheard')
    await engine.send('unheard')
    // The worker has looked into its queue by itself, and is at rest.
    await engine.waitForAll('unheard', 'completed', 1)
    await engine.query(`insert into pgboss.job (name, data) values ('unheard', '{"org_id":"org_a"}')`)
    await waitFor('the job', async () => runs.count === 2, SOON_MS)
  })

  it('a job that was sent when the connection for hints had been cut off', async () => {
    const runs = await startCounting(engine, 'deaf')
    const { rowCount } = await engine.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'walkaround jobs worker' and query ilike 'listen%'`,
    )
    expect(rowCount).toBe(1)
    await engine.send('deaf')
    await waitFor('the job', async () => runs.count === 1, SOON_MS)
  })

  it.each([
    ['lost', 'whose worker no longer shows signs of life', 'heartbeat_on'],
    ['timed_out', 'that has taken more than its time', 'started_on'],
  ])('a job of %s, %s', async (queue, _, column) => {
    await engine.send(queue)
    // As a worker leaves it that took the job and died.
    await engine.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = $1`,
      [queue],
    )
    await engine.query(`update pgboss.job set ${column} = now() - interval '1 hour' where name = $1`, [queue])
    const runs = await startCounting(engine, queue)
    await waitFor('the job to run again', async () => runs.count === 1, SOON_MS)
  })
})
