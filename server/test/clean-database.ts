import { QUEUES } from '../src/core/contracts/jobs.ts'
import { waitFor } from './factories.ts'
import type { Service } from './own-service.ts'

const DEADLOCK = '40P01'
/** Of a test: the service has another role. It would hold its locks while the next file runs. */
const OPEN_TRANSACTIONS = `select query, pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and usename = current_user and state like 'idle in transaction%'`
const TABLES = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

/** Makes the tables as they are now, when no file has used them: what has rows now belongs to the migrations and stays. */
export async function openCleaner({ rows, jobRows }: Pick<Service, 'rows' | 'jobRows'>) {
  const filled = async (names: string[]): Promise<string[]> => {
    const looks = names.map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
    return (await rows(looks.join(' union all '))).map(({ name }) => name)
  }
  const all = (await rows(TABLES)).map(({ name }) => String(name))
  const seeded = new Set(await filled(all))
  const emptied = all.filter((name) => !seeded.has(name))
  const queues = [Object.keys(QUEUES)]

  return async (): Promise<void> => {
    // What a worker has begun it finishes, or it would write into the next file's tables.
    await waitFor('the jobs that a worker has begun', async () => {
      await jobRows("delete from pgboss.job where name = any ($1) and state <> 'active'", queues)
      return (await jobRows('select 1 from pgboss.job where name = any ($1) limit 1', queues)).length === 0
    })
    const open = await rows(OPEN_TRANSACTIONS)
    const names = await filled(emptied)
    if (names.length > 0) await truncate(rows, names)
    if (open.length > 0)
      throw new Error(`left open: the transaction of "${open[0]?.query}". End its connection.`)
  }
}

async function truncate(rows: Service['rows'], names: string[]): Promise<void> {
  const sql = `set lock_timeout = '10s'; truncate ${names.join(', ')} cascade; reset lock_timeout`
  await rows(sql).catch(async (error: { code?: string }) => {
    if (error.code !== DEADLOCK) throw error
    // The service still writes the last entries of the audit; by now it has.
    await rows(sql)
  })
}
