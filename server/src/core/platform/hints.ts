import pg from 'pg'
import type { Log } from './log.ts'

const CHANNEL = 'walkaround_events'
const CONNECT_AGAIN_MS = 1_000

/**
 * The one connection of a process that hears when an event is committed. It comes back by itself; while it is away
 * nothing is lost, because whoever waits for hints also looks from time to time.
 */
export class Hints {
  readonly #options: { url: string; applicationName: string; log: Log }
  #onHint: () => void = () => {}
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: { url: string; applicationName: string; log: Log }) {
    this.#options = options
  }

  listen(onHint: () => void): void {
    this.#onHint = onHint
    void this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const { url, applicationName, log } = this.#options
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    this.#client = client
    client.on('error', (error) => log.warn({ err: error }, 'the connection for hints of events is lost'))
    client.once('end', () => this.#connectLater())
    client.on('notification', () => this.#onHint())
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // What was committed while nobody listened.
      this.#onHint()
    } catch (error) {
      log.warn({ err: error }, 'no connection for hints of events; trying again')
      // A connection that was never made may not say that it has ended.
      client.end().catch(() => {})
      this.#connectLater()
    }
  }

  #connectLater(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), CONNECT_AGAIN_MS)
    this.#timer.unref()
  }
}
