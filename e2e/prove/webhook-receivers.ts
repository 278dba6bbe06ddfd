import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { BAD_PATHS } from './webhook-bad-receivers.ts'

/** The one address that plays the public internet. */
/** As Standard Webhooks 1.0 has it. */
const FRESH_MS = 300_000
export const PUBLIC = '127.0.0.2'

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

type Respond = (response: ServerResponse) => void

/** A web server that writes down what comes, checks its signature, and answers 204 unless its path is told otherwise. */
export class Receivers {
  readonly messages: Message[] = []
  readonly #responds = new Map<string, Respond>()
  readonly #secrets = new Map<string, string>()
  readonly #server = createServer(async (request, response) => {
    const path = request.url ?? ''
    try {
      this.#keep(path, request.headers, await text(request))
    } catch {
      // A sender that is killed in the middle of a message has not sent it.
      return void response.destroy()
    }
    const respond = this.#responds.get(path)
    if (respond) respond(response)
    else response.writeHead(204).end()
  })
  #port = 0
  #bad: ChildProcess | undefined
  #badPort = 0

  /** Where the good ones listen, and the bad ones. */
  get ports(): number[] {
    return [this.#port, this.#badPort]
  }

  async open(): Promise<void> {
    this.#server.listen(0, PUBLIC)
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.#port = typeof address === 'object' && address ? address.port : 0
    const program = join(import.meta.dirname, 'webhook-bad-receivers.ts')
    const bad = spawn(process.execPath, [program, PUBLIC], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#bad = bad
    const [line] = await once(bad.stdout, 'data')
    this.#badPort = Number(String(line))
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
    this.#bad?.kill()
  }

  url(path: string): string {
    const port = BAD_PATHS.includes(path) ? this.#badPort : this.#port
    return `http://${PUBLIC}:${port}${path}`
  }

  /** How many redirects were followed. */
  async countFollowed(): Promise<number> {
    return Number(await (await fetch(`http://${PUBLIC}:${this.#badPort}/count`)).text())
  }

  respond(path: string, respond: Respond): void {
    this.#responds.set(path, respond)
  }

  trust(path: string, secret: string): void {
    this.#secrets.set(path, secret)
  }

  at(path: string): Message[] {
    return this.messages.filter((message) => message.path === path)
  }

  #keep(path: string, headers: NodeJS.Dict<string | string[]>, body: string): void {
    const atMs = Date.now()
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
