import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { PUBLIC } from '../../testing/public-address.ts'
import { type Received, type Receiver, type Respond, startReceiver } from '../../testing/webhook-receiver.ts'
import { BAD_PATHS } from './webhook-bad-receivers.ts'

/** As Standard Webhooks 1.0 has it. */
const FRESH_MS = 300_000

export type Message = {
  path: string
  id: string
  atMs: number
  type: string
  inspection: string
  /** When the event was committed, nearly: the beginning of its transaction. */
  happenedMs: number
  isSigned: boolean
}

/** The receivers of a campaign: a good one that checks signatures, and the bad ones in a process of their own. */
export class Receivers {
  readonly messages: Message[] = []
  readonly #secrets = new Map<string, string>()
  readonly #bad: ChildProcess
  readonly #badPort: number
  readonly #good: Receiver

  private constructor(good: Receiver, bad: ChildProcess, badPort: number) {
    this.#good = good
    this.#bad = bad
    this.#badPort = badPort
  }

  static async open(): Promise<Receivers> {
    const good = await startReceiver((received) => receivers.#keep(received))
    const program = join(import.meta.dirname, 'webhook-bad-receivers.ts')
    const bad = spawn(process.execPath, [program, PUBLIC], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [line] = await once(bad.stdout, 'data')
    const receivers = new Receivers(good, bad, Number(String(line)))
    return receivers
  }

  /** Where the good ones listen, and the bad ones. */
  get ports(): number[] {
    return [this.#good.port, this.#badPort]
  }

  close(): void {
    this.#good.close()
    this.#bad.kill()
  }

  url(path: string): string {
    return BAD_PATHS.includes(path) ? `http://${PUBLIC}:${this.#badPort}${path}` : this.#good.url(path)
  }

  /** How many redirects were followed. */
  async countFollowed(): Promise<number> {
    return Number(await (await fetch(`http://${PUBLIC}:${this.#badPort}/count`)).text())
  }

  respond(path: string, respond: Respond): void {
    this.#good.respond(path, respond)
  }

  trust(path: string, secret: string): void {
    this.#secrets.set(path, secret)
  }

  at(path: string): Message[] {
    return this.messages.filter((message) => message.path === path)
  }

  #keep({ path, headers, body, atMs }: Received): void {
    const id = String(headers['webhook-id'])
    const { type, timestamp, data } = JSON.parse(body)
    const secret = this.#secrets.get(path)
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
    // The clocks of the senders are days ahead; a receiver takes only what is fresh.
    const isFresh = Math.abs(atMs - sentAt.getTime()) < FRESH_MS
    const signature = secret && isFresh ? new Webhook(secret).sign(id, sentAt, body) : ''
    this.messages.push({
      path,
      id,
      atMs,
      type,
      inspection: String(data.inspection_id),
      happenedMs: Date.parse(timestamp),
      isSigned: JSON.parse(body).id === id && headers['webhook-signature'] === signature,
    })
  }
}
