import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { neverId } from './tenant-requests.ts'

export type Target = { org_id: string; inspection_id: string }

/**
 * Commits events as the service does, in transactions of its role, and knows when. The API process has no part in it,
 * so what is measured is its streams alone.
 */
export class StreamWriter {
  readonly #client: pg.Client
  readonly #targets: readonly Target[]
  /** When the commit of each event was answered, by its id. A client may hear of it a moment before that. */
  readonly committedMs = new Map<string, number>()
  /** How long each commit took: with a busy disk that is most of what a client waits. */
  readonly commitsMs: number[] = []

  private constructor(client: pg.Client, targets: readonly Target[]) {
    this.#client = client
    this.#targets = targets
  }

  static async open(url: string, targets: readonly Target[]): Promise<StreamWriter> {
    const client = new pg.Client({ connectionString: url, application_name: 'prove writer' })
    await client.connect()
    return new StreamWriter(client, targets)
  }

  /** At a steady pace, until so many are committed. */
  async write(count: number, perSecond: number): Promise<void> {
    const startedMs = performance.now()
    for (let n = 0; n < count; n++) {
      const target = this.#targets[this.committedMs.size % this.#targets.length]
      if (!target) throw new Error('there is no inspection to write about')
      await this.#commitOne(target)
      await delay(Math.max(0, startedMs + ((n + 1) * 1_000) / perSecond - performance.now()))
    }
  }

  async #commitOne({ org_id, inspection_id }: Target): Promise<void> {
    const id = neverId()
    await this.#client.query('begin')
    await this.#client.query("select set_config('walkaround.org_id', $1, true)", [org_id])
    await this.#client.query(
      `insert into events (org_id, inspection_id, id, type, payload, created_by)
       values ($1, $2, $3, 'task.progressed', $4, 'prove')`,
      [org_id, inspection_id, id, payloadOf(this.committedMs.size)],
    )
    const askedMs = performance.now()
    await this.#client.query('commit')
    this.committedMs.set(id, performance.now())
    this.commitsMs.push(performance.now() - askedMs)
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

/** As large as that of a real one. */
function payloadOf(done: number): string {
  return JSON.stringify({
    task_id: neverId(),
    name: 'damage_detection',
    generation: 1,
    image_id: neverId(),
    done,
    total: 1_000_000,
  })
}
