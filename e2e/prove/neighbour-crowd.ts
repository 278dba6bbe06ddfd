import { createHash } from 'node:crypto'
import { Agent, type ClientRequest, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Tally, Target } from './neighbour-target.ts'

export type CrowdAsk = {
  method?: string
  path: string
  token?: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** The published clients wait as long as they are told; a member of the crowd is less patient. */
const PAUSE_MS_MAX = 1_000
const PAUSE_MS = 200

/** Many clients of one organization at once, each asking again as soon as it is answered, until the time is over or it has had its turns. */
export class Crowd {
  readonly target: Target
  readonly tally: Tally = {}
  isOver = false
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  readonly #answered = Promise.withResolvers<void>()
  #count = 0

  constructor(target: Target) {
    this.target = target
  }

  /** Once any request of this crowd was. */
  get answered(): Promise<void> {
    return this.#answered.promise
  }

  /** A number that no other request of this crowd has. */
  next(): number {
    return this.#count++
  }

  token(n: number): string {
    return this.target.tokens[n % this.target.tokens.length] ?? ''
  }

  /** Of one who sees the whole organization. */
  managerToken(n: number): string {
    const [, ...managers] = this.target.tokens
    return managers[n % managers.length] ?? ''
  }

  /** Ends every request that is under way, as a client does that is switched off. */
  end(): void {
    this.isOver = true
    this.#agent.destroy()
  }

  async gather(members: number, act: (n: number) => Promise<number>): Promise<void> {
    const turns = this.target.turns ?? Number.POSITIVE_INFINITY
    await Promise.all(
      Array.from({ length: Math.ceil(members * this.target.crowd) }, async (_, n) => {
        for (let turn = 0; !this.isOver && turn < turns; turn++)
          if ((await act(n)) === 0) await delay(PAUSE_MS)
      }),
    )
    // The program ends when it is told to, and not when nothing is left to wait for.
    while (!this.isOver) await delay(PAUSE_MS)
  }

  /** The status of the answer, whose body is read and thrown away; 0 without one. */
  async ask(ask: CrowdAsk): Promise<number> {
    const { status, retryAfterS } = await this.#exchange(ask)
    this.note(status)
    // A client that repeats refused requests without a pause is what a limit for each address in the proxy is for.
    if (status === 429 || status === 503)
      await delay(Math.min(PAUSE_MS_MAX, retryAfterS * 1_000) * (0.5 + Math.random() / 2))
    return status
  }

  async askJson(ask: CrowdAsk): Promise<Record<string, unknown> | null> {
    const { status, text } = await this.#exchange(ask, true)
    this.note(status)
    return status >= 200 && status < 300 ? JSON.parse(text) : null
  }

  note(status: number): void {
    if (this.isOver) return
    this.tally[status] = (this.tally[status] ?? 0) + 1
    this.#answered.resolve()
  }

  /** A request on a connection of its own whose body the caller sends as it likes. */
  open(ask: CrowdAsk, onStatus: (status: number) => void = () => {}): ClientRequest {
    const sent = httpRequest(this.#optionsOf(ask, false), (answer) => {
      this.note(answer.statusCode ?? 0)
      onStatus(answer.statusCode ?? 0)
      answer.on('error', () => {})
      answer.resume()
    })
    sent.on('error', () => {})
    return sent
  }

  #optionsOf({ method = 'GET', path, token, headers = {} }: CrowdAsk, shared: boolean) {
    const { hostname, port } = new URL(this.target.url)
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    const agent = shared ? this.#agent : false
    return { method, hostname, port, path, agent, headers: { ...authorization, ...headers } }
  }

  #exchange(ask: CrowdAsk, keep = false) {
    return new Promise<{ status: number; retryAfterS: number; text: string }>((resolve) => {
      const failed = () => resolve({ status: 0, retryAfterS: 0, text: '' })
      const sent = httpRequest(this.#optionsOf(ask, true), (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => keep && chunks.push(chunk))
        answer.on('error', failed)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfterS: Number(answer.headers['retry-after'] ?? 1),
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.on('error', failed)
      sent.end(ask.body)
    })
  }
}

export function json(value: unknown): Pick<CrowdAsk, 'headers' | 'body'> {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** An id that names nothing. */
export function unknownId(n: number): string {
  const hex = createHash('sha256').update(String(n)).digest('hex')
  return `01a00000-0000-7000-8000-${hex.slice(0, 12)}`
}
