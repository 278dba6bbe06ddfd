import type { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

const LOOK_EVERY_MS = 1_000

/**
 * The states are those of the engine's own statements, so that its partial indexes answer: of the jobs that wait, of those
 * that run for an organization, and of steps that are complete but not yet counted. However many jobs are done, it is quick.
 */
const FIND_DUE = `select
  array(
    select queue from unnest($1::text[]) as queue where exists (
      select from pgboss.job
      where name = queue and state < 'active' and not blocked and start_after <= pgboss.job_now()
    )
  ) as ready,
  array(
    select distinct name from pgboss.job
    where state = 'active' and group_id is not null and name = any ($1) and (
      heartbeat_on + heartbeat_seconds * interval '1 s' < pgboss.job_now()
      or started_on + expire_seconds * interval '1 s' < pgboss.job_now()
    )
  ) as lost,
  exists (select from pgboss.job where blocking and state = 'completed') as has_complete_steps`
type Due = { ready: string[]; lost: string[]; has_complete_steps: boolean }

/**
 * Wakes the lanes of a worker. A hint of PostgreSQL wakes them for a job that is new; no hint tells of a retry or a delayed
 * job that is due, of a job whose worker died, of the last job of a graph, or of what was sent while nobody listened. One
 * statement a second over all queues finds these, where each lane would have to ask by itself.
 */
export class JobWatch {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #lookEveryMs: number
  readonly #lanes = new Map<string, string[]>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(boss: PgBoss, { log, lookEveryMs = LOOK_EVERY_MS }: { log: Log; lookEveryMs?: number }) {
    this.#boss = boss
    this.#log = log
    this.#lookEveryMs = lookEveryMs
  }

  start(): void {
    this.#isStopped = false
    this.#lookLater()
  }

  /** Waits for the look that is under way: the engine must not stop below it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  addLane(queue: string, lane: string): void {
    this.#lanes.set(queue, [...(this.#lanes.get(queue) ?? []), lane])
  }

  #lookLater(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error) => this.#log.warn({ err: error }, 'the look for due jobs failed; trying again'))
        .finally(() => this.#lookLater())
    }, this.#lookEveryMs)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const due = await this.#findDue()
    for (const queue of due.lost) await this.#boss.supervise(queue)
    if (due.has_complete_steps) await this.#boss.resolveFlow()
    const { ready } = due.lost.length > 0 || due.has_complete_steps ? await this.#findDue() : due
    for (const lane of ready.flatMap((queue) => this.#lanes.get(queue) ?? [])) this.#boss.notifyWorker(lane)
  }

  async #findDue(): Promise<Due> {
    const { rows } = await this.#boss.getDb().executeSql(FIND_DUE, [[...this.#lanes.keys()]])
    return rows[0]
  }
}
