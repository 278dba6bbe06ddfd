import type { Transaction } from 'kysely'
import pg from 'pg'
import { Database } from '../src/core/platform/database.ts'
import type { DB } from '../src/core/platform/database-types.ts'
import { type JobPayload, Jobs, type QueueSettings, type WorkOptions } from '../src/core/platform/jobs.ts'
import { createLog } from '../src/core/platform/log.ts'
import { createDatabase } from './database.ts'
import { waitFor } from './factories.ts'

type Row = { id: string; state: string; data: JobPayload; retry_count: number; blocked: boolean }

/** The jobs port on a database of its own, with queues of the test's choice. */
export async function startJobEngine(
  queues: Record<string, QueueSettings>,
  { lookEveryMs }: { lookEveryMs?: number } = {},
) {
  const log = createLog('silent', 'test')
  const made = await createDatabase()
  const database = new Database({ url: made.DATABASE_URL, connections: 4, log, applicationName: 'test' })
  const app = new pg.Pool({ connectionString: made.DATABASE_URL, max: 2 })
  const workers: Jobs[] = []
  const openJobs = (role: 'sender' | 'worker' | 'installer', settings = queues) =>
    new Jobs(
      {
        url: made.DATABASE_URL,
        connections: 3,
        queues: settings,
        log,
        ...(lookEveryMs ? { lookEveryMs } : {}),
      },
      role,
    )

  async function install(settings: Record<string, QueueSettings>): Promise<void> {
    const installer = openJobs('installer', settings)
    await installer.start()
    await installer.install()
    await installer.stop(1_000)
  }

  async function startWorker(
    queue: string,
    options: WorkOptions,
    handle: (payload: JobPayload) => Promise<void>,
  ): Promise<Jobs> {
    const worker = openJobs('worker')
    workers.push(worker)
    await worker.start()
    await worker.work(queue, options, handle)
    return worker
  }

  await install(queues)
  const sender = openJobs('sender')
  await sender.start()

  const inTransaction = (work: (tx: Transaction<DB>) => Promise<void>, orgId = 'org_a') =>
    database.forOrganization(orgId).transaction().execute(work)
  const send = (queue: string, count = 1, orgId = 'org_a') =>
    inTransaction(async (tx) => {
      for (let n = 0; n < count; n++) await sender.enqueue(tx, queue, { org_id: orgId, n })
    }, orgId)
  const jobsIn = async (queue: string) =>
    (await app.query<Row>('select * from pgboss.job where name = $1 order by created_on', [queue])).rows
  const waitForAll = (queue: string, state: string, count: number, timeoutMs?: number) =>
    waitFor(
      `${count} jobs of ${queue} to be ${state}`,
      async () => {
        const rows = await jobsIn(queue)
        return rows.filter((row) => row.state === state).length === count && rows
      },
      timeoutMs,
    )
  const stopWorkers = async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop(1_000)))
  }
  return {
    url: made.DATABASE_URL,
    sender,
    openJobs,
    install,
    startWorker,
    stopWorkers,
    inTransaction,
    send,
    jobsIn,
    waitForAll,
    query: (text: string, values: unknown[] = []) => app.query(text, values),
    queueRows: async (name: string) =>
      (await app.query('select * from pgboss.queue where name = $1', [name])).rows,
    stop: async () => {
      await stopWorkers()
      await sender.stop(1_000)
      await database.close()
      await app.end()
      await made.drop()
    },
  }
}
