import { readFileSync } from 'node:fs'
import { Agent } from 'undici'
import type { Harness } from '../../testing/harness.ts'
import { isStream, readUntilSilent } from '../../testing/silence.ts'
import { setting } from '../../testing/stack.ts'
import type { FuzzRequest } from './fuzz-messages.ts'

export type Told = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  ms: number
}

/** Keep-alive connections that send paths and headers as they are given, also twice. */
export class Sender {
  readonly #agent: Agent
  readonly #harness: Harness
  readonly #origin: string

  constructor(harness: Harness, connections: number) {
    const ca = readFileSync(setting(harness.ground.settings, 'STACK_CA_FILE'))
    this.#agent = new Agent({ connections, connect: { ca }, headersTimeout: 60_000, bodyTimeout: 60_000 })
    this.#harness = harness
    this.#origin = harness.urls[0] ?? ''
  }

  async send({ method, path, headers, body, draft }: FuzzRequest): Promise<Told> {
    const token = draft.account ? await this.#harness.tokens.of(draft.account) : null
    const own: [string, string][] = token ? [['authorization', `Bearer ${token}`]] : []
    const startedMs = performance.now()
    const answer = await this.#agent.request({
      origin: this.#origin,
      path,
      // The type lists the usual methods; others are what some requests are about.
      method: method as 'GET',
      headers: [...own, ...headers].flat(),
      body,
    })
    const begunMs = performance.now()
    const text = isStream(answer.headers)
      ? String(await readUntilSilent(answer.body))
      : await answer.body.text()
    // An archive takes as long as what it holds, which grows with each inspection of a vehicle.
    const endedMs = answer.headers['content-type'] === 'application/x-tar' ? begunMs : performance.now()
    return { status: answer.statusCode, headers: answer.headers, text, ms: endedMs - startedMs }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}
