import type { PublishedEvent } from '../../core/contracts/event-body.ts'
import type { Database } from '../../core/platform/database.ts'
import type { Hints } from '../../core/platform/hints.ts'
import type { Log } from '../../core/platform/log.ts'
import { listPublishedEvents, publishEvents, readLastPosition } from './published-events.ts'

// Told in one go, before any stream can send: far less than what a stream may hold back.
const BATCH = 200

type Tell = (event: PublishedEvent) => void

export type HubOptions = {
  database: Pick<Database, 'callAcross'>
  /** Null where nobody hears of commits: then the polling alone finds them. */
  hints: Pick<Hints, 'listen' | 'close'> | null
  pollMs: number
  log: Log
  /** Called for each event with the time from its transaction to here, by the clock of the database. */
  observeLag?: (seconds: number) => void
}

/**
 * Tells the listeners of one process what happened, in the order of positions. It asks the database once for all of
 * them: when a hint comes, and from time to time in case one did not.
 */
export class EventHub {
  readonly #options: HubOptions
  readonly #listeners = new Map<string, Set<Tell>>()
  readonly #waiting = new Map<string, Set<() => void>>()
  #position: number | null = null
  #running: Promise<void> | null = null
  #again = false
  #failing = false
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** Everything up to here has been told; null until the database has answered once. */
  get position(): number | null {
    return this.#position
  }

  async start(): Promise<void> {
    const { hints, pollMs } = this.#options
    await this.catchUp()
    hints?.listen(() => this.#look())
    this.#timer = setInterval(() => this.#look(), pollMs)
    this.#timer.unref()
  }

  /** Resolves when everything that was committed before the call has been told. */
  async catchUp(): Promise<void> {
    this.#look()
    await this.#running
  }

  /** Tells every event of the organization after `position`, until the returned function is called. */
  listen(orgId: string, tell: Tell): () => void {
    return add(this.#listeners, orgId, tell)
  }

  /** True as soon as something happens to the inspection, false when the time is over. Ask before you look at what is there. */
  readonly changed = (inspectionId: string, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (happened: boolean) => {
        clearTimeout(timer)
        remove()
        resolve(happened)
      }
      const remove = add(this.#waiting, inspectionId, () => end(true))
      const timer = setTimeout(() => end(false), ms)
    })

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#options.hints?.close()
    await this.#running
  }

  /** One at a time: what is asked for meanwhile is one more time. */
  #look(): void {
    this.#again = true
    if (this.#closed) return
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      try {
        await this.#tellNews()
        this.#failing = false
      } catch (error) {
        if (!this.#failing) this.#options.log.warn({ err: error }, 'events cannot be read; trying again')
        this.#failing = true
        // The next look is that of the timer; asking at once would only fail again.
        this.#again = false
      }
    }
    this.#running = null
  }

  async #tellNews(): Promise<void> {
    const { database } = this.#options
    while ((await publishEvents(database, BATCH)) === BATCH);
    this.#position ??= await readLastPosition(database)
    for (;;) {
      const events = await listPublishedEvents(database, this.#position, BATCH)
      for (const { called_at, ...event } of events) {
        this.#options.observeLag?.((Date.parse(called_at) - Date.parse(event.created_at)) / 1000)
        this.#tell(event)
      }
      if (events.length < BATCH) return
    }
  }

  #tell(event: PublishedEvent): void {
    this.#position = event.position
    for (const tell of this.#listeners.get(event.org_id) ?? []) tell(event)
    for (const wake of this.#waiting.get(event.inspection_id) ?? []) wake()
  }
}

function add<T>(sets: Map<string, Set<T>>, key: string, item: T): () => void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  set.add(item)
  return () => {
    set.delete(item)
    if (set.size === 0 && sets.get(key) === set) sets.delete(key)
  }
}
