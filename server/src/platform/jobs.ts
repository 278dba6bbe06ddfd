import type { Transaction } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DB } from './database-types.ts'
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
}

const HEARTBEAT_S = 10
const FINISHED_KEPT_S = 300

/**
 * Durable jobs in the same PostgreSQL: a job exists exactly when the transaction that made it has committed.
 * A worker that dies is noticed by its missing heartbeat, and its jobs run elsewhere.
 */
export class Jobs {
  readonly #boss: PgBoss
  readonly #queues: Record<string, QueueSettings>
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
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      flowIntervalSeconds: 1,
      persistWarnings: false,
    })
    this.#boss.on('error', (error) => options.log.warn({ err: error }, 'job engine error'))
  }

  async start(): Promise<void> {
    await this.#boss.start()
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
      { ref: 'last', name: last.queue, data: last.payload, dependsOn: steps.map((_, n) => `step-${n}`) },
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
    const lane = {
      perJobResults: true as const,
      batchSize: options.batch,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
      notifyPollingIntervalSeconds: 1,
    }
    const runOne = async ({ id, data }: { id: string; data: JobPayload }) => {
      try {
        await handle(data)
        return { id, status: 'completed' as const }
      } catch (error) {
        const status = error instanceof JobHopeless ? ('deadletter' as const) : ('failed' as const)
        return { id, status, output: { message: String(error) } }
      }
    }
    const run = async (jobs: { id: string; data: JobPayload }[]) => {
      if (options.together) return Promise.all(jobs.map(runOne))
      const outcomes = []
      for (const job of jobs) outcomes.push(await runOne(job))
      return outcomes
    }
    await this.#boss.work(queue, { ...lane, localConcurrency: options.concurrency }, run)
    // One lane more takes jobs only of organizations that have none running. However long the queue of one
    // organization is, another one gets its turn here.
    if (options.fair) await this.#boss.work(queue, { ...lane, groupConcurrency: 1 }, run)
  }

  async schedule(queue: string, cron: string, payload: JobPayload): Promise<void> {
    await this.#boss.schedule(queue, cron, payload)
  }

  findFault(): string | null {
    return this.#started ? null : 'job engine not started'
  }

  /** Lets running jobs finish, for at most `waitMs`; what is left is tried again elsewhere. */
  async stop(waitMs: number): Promise<void> {
    this.#started = false
    await this.#boss.stop({ graceful: true, timeout: waitMs })
  }
}

function requireId(id: string | null | undefined): string {
  if (!id) throw new Error('the job engine took a job without giving it an id')
  return id
}
