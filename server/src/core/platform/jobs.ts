import type { Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DB } from './database-types.ts'
import { JobWatch } from './job-watch.ts'
import type { Log } from './log.ts'

/** How a queue treats its jobs. Values apply to every job of the queue. */
export type QueueSettings = {
  /** Attempts after the first one. */
  retries: number
  expireS: number
  /** Own table, for queues that carry one job per picture. */
  large: boolean
  /** Queue that receives the payload of a job whose attempts are used up. */
  deadLetter?: string
}

export type JobPayload = { org_id: string } & Record<string, string | number>
export type GraphJob = { queue: string; payload: JobPayload }
type TakenJob = { id: string; data: JobPayload }
type JobOutcome = {
  id: string
  status: 'completed' | 'failed' | 'deadletter'
  output?: { message: string }
}
export type WorkOptions = {
  concurrency: number
  batch: number
  fair?: boolean
  /** Whether the jobs of a batch run at the same time, not one after the other. */
  together?: boolean
}

/** Thrown by a handler that knows that trying again does not help: the job goes to its dead letter queue at once. */
export class JobHopeless extends Error {
  override name = 'JobHopeless'
}

export type JobsOptions = {
  url: string
  connections: number
  queues: Record<string, QueueSettings>
  log: Log
  /** How often a worker looks for jobs that are due without a hint. */
  lookEveryMs?: number
}

/** What a queue holds at this moment. */
export type QueueState = { queue: string; waiting: number; active: number; oldest_s: number }

/** Jobs that wait are those that a worker could take now: not steps that wait for others, nor retries that are not due. */
const READ_QUEUES = `select queue, coalesce(due.count, 0)::int as waiting, coalesce(running.count, 0)::int as active,
    greatest(coalesce(extract(epoch from pgboss.job_now() - due.since), 0), 0)::float as oldest_s
  from unnest($1::text[]) as queue
  left join lateral (
    select count(*) as count, min(start_after) as since from pgboss.job
    where name = queue and state < 'active' and not blocked and start_after <= pgboss.job_now()
  ) as due on true
  left join lateral (select count(*) as count from pgboss.job where name = queue and state = 'active') as running on true`

const HEARTBEAT_S = 10
const ONCE_S = 60
const FINISHED_KEPT_S = 300
/** How often the engine looks by itself, in each lane and over all queues. JobWatch wakes it long before. */
const CALM_S = 120
/** How late a job of a schedule may be. */
const CRON_S = 15

/**
 * Durable jobs in the same PostgreSQL: a job exists exactly when the transaction that made it has committed.
 * A worker that dies is noticed by its missing heartbeat, and its jobs run elsewhere.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #queues: Record<string, QueueSettings>
  readonly #watch: JobWatch | null
  #started = false

  constructor(options: JobsOptions, role: 'sender' | 'worker' | 'installer') {
    this.#queues = options.queues
    this.#boss = new PgBoss({
      connectionString: options.url,
      application_name: `walkaround jobs ${role}`,
      max: options.connections,
      schema: 'pgboss',
      createSchema: false,
      migrate: role === 'installer',
      supervise: role === 'worker',
      schedule: role === 'worker',
      useListenNotify: role === 'worker',
      superviseIntervalSeconds: CALM_S,
      // JobWatch asks for more passes, and this is how often one may take place.
      monitorIntervalSeconds: 1,
      flowIntervalSeconds: CALM_S,
      cronWorkerIntervalSeconds: CRON_S,
      persistWarnings: false,
    })
    this.#boss.on('error', (error) => options.log.warn({ err: error }, 'job engine error'))
    this.#watch = role === 'worker' ? new JobWatch(this.#boss, options) : null
  }

  async start(): Promise<void> {
    await this.#boss.start()
    this.#watch?.start()
    this.#started = true
  }

  /** Creates or updates the queues. Called by migrate, never by a running service. */
  async install(): Promise<void> {
    // A dead letter queue must exist before the queue that names it.
    const queues = Object.entries(this.#queues).sort(
      ([, a], [, b]) => Number(!!a.deadLetter) - Number(!!b.deadLetter),
    )
    for (const [name, queue] of queues) {
      const settings = {
        retryLimit: queue.retries,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 10,
        expireInSeconds: queue.expireS,
        heartbeatSeconds: HEARTBEAT_S,
        deleteAfterSeconds: FINISHED_KEPT_S,
        notify: true,
        ...(queue.deadLetter ? { deadLetter: queue.deadLetter } : {}),
      }
      if (await this.#boss.getQueue(name)) await this.#boss.updateQueue(name, settings)
      else await this.#boss.createQueue(name, { ...settings, partition: queue.large })
    }
  }

  async enqueue(tx: Transaction<DB>, queue: string, payload: JobPayload): Promise<void> {
    await this.#send(tx, { queue, payload })
  }

  /** Does nothing when a job with the key was made in the same minute. */
  async enqueueOnce(tx: Transaction<DB>, queue: string, payload: JobPayload, key: string): Promise<void> {
    const turn = { db: fromKysely(tx), group: { id: payload.org_id } }
    await this.#boss.send(queue, payload, { ...turn, singletonKey: key, singletonSeconds: ONCE_S })
  }

  /** Commits `steps` and the `last` job that runs when all of them are complete. Returns the id of the last. */
  async enqueueGraph(tx: Transaction<DB>, steps: GraphJob[], last: GraphJob): Promise<string> {
    if (steps.length === 0) return this.#send(tx, last)
    const jobs = [
      ...steps.map((step, n) => ({
        ref: `step-${n}`,
        name: step.queue,
        data: step.payload,
        options: { group: { id: step.payload.org_id } },
      })),
      {
        ref: 'last',
        name: last.queue,
        data: last.payload,
        options: { group: { id: last.payload.org_id } },
        dependsOn: steps.map((_, n) => `step-${n}`),
      },
    ]
    const ids = await this.#boss.flow(jobs, { db: fromKysely(tx) })
    return requireId(ids.last)
  }

  async #send(tx: Transaction<DB>, job: GraphJob): Promise<string> {
    return requireId(
      await this.#boss.send(job.queue, job.payload, {
        db: fromKysely(tx),
        group: { id: job.payload.org_id },
      }),
    )
  }

  async cancel(tx: Transaction<DB>, queue: string, jobId: string): Promise<void> {
    await this.#boss.cancel(queue, jobId, { db: fromKysely(tx) })
  }

  /** Runs `handle` for each job, `concurrency` batches at once. A job whose handler throws is tried again, alone. */
  async work(
    queue: string,
    options: WorkOptions,
    handle: (payload: JobPayload) => Promise<void>,
  ): Promise<void> {
    const runOne = async ({ id, data }: TakenJob): Promise<JobOutcome> => {
      try {
        await handle(data)
        return { id, status: 'completed' }
      } catch (error) {
        const status = error instanceof JobHopeless ? 'deadletter' : 'failed'
        return { id, status, output: { message: String(error) } }
      }
    }
    const run = async (jobs: TakenJob[]) => {
      if (options.together) return Promise.all(jobs.map(runOne))
      const outcomes = []
      for (const job of jobs) outcomes.push(await runOne(job))
      return outcomes
    }
    for (let n = 0; n < options.concurrency; n++) await this.#openLane(queue, options.batch, {}, run)
    // One lane more takes jobs only of organizations that have none running. However long the queue of one
    // organization is, another one gets its turn here.
    if (options.fair) await this.#openLane(queue, options.batch, { groupConcurrency: 1 }, run)
  }

  async #openLane(
    queue: string,
    batch: number,
    turns: { groupConcurrency?: number },
    run: (jobs: TakenJob[]) => Promise<JobOutcome[]>,
  ): Promise<void> {
    const options = {
      ...turns,
      perJobResults: true as const,
      batchSize: batch,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: CALM_S,
      notifyPollingIntervalSeconds: CALM_S,
    }
    const lane = await this.#boss.work(queue, options, async (jobs: TakenJob[]) => {
      const outcomes = await run(jobs)
      // The engine asks again at once after a full batch, but never takes one job for that.
      if (batch === 1) this.#boss.notifyWorker(lane)
      return outcomes
    })
    this.#watch?.addLane(queue, lane)
  }

  async schedule(queue: string, cron: string, payload: JobPayload): Promise<void> {
    await this.#boss.schedule(queue, cron, payload, { group: { id: payload.org_id } })
  }

  /** Of all workers together, as the database has it. */
  async readQueues(): Promise<QueueState[]> {
    const { rows } = await this.#boss.getDb().executeSql(READ_QUEUES, [Object.keys(this.#queues)])
    return rows
  }

  findFault(): string | null {
    return this.#started ? null : 'job engine not started'
  }

  /** Lets running jobs finish, for at most `waitMs`; what is left is tried again elsewhere. */
  async stop(waitMs: number): Promise<void> {
    this.#started = false
    await this.#watch?.stop()
    await this.#boss.stop({ graceful: true, timeout: waitMs })
  }
}

function requireId(id: string | null | undefined): string {
  if (!id) throw new Error('the job engine took a job without giving it an id')
  return id
}
