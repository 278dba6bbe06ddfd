import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'

const PACE_MS = 20

export type Waits = { longestMs: number; behind: string }

/**
 * The longest that the service waited for a lock of the migration, by the clock of the database, so that a busy machine adds
 * nothing. Returns the function that ends the watch.
 */
export function watchWaits(harness: Harness): () => Promise<Waits> {
  const waits = { longestMs: 0, behind: '' }
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      await delay(PACE_MS)
      const [longest] = await harness.rows<{ ms: number; behind: string }>(
        `select extract(epoch from clock_timestamp() - l.waitstart)::float * 1000 as ms, left(a.query, 80) as behind
         from pg_locks l, pg_stat_activity a
         where not l.granted and l.waitstart is not null and a.pid = any (pg_blocking_pids(l.pid))
           and a.usename = 'walkaround_owner' and a.datname = current_database() order by 1 desc limit 1`,
      )
      if (longest && longest.ms > waits.longestMs)
        Object.assign(waits, { longestMs: longest.ms, behind: longest.behind })
    }
  })()
  return async () => {
    isStopped = true
    await running
    return waits
  }
}
