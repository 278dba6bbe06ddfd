import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, field } from '../../testing/client.ts'
import type { Harness } from '../../testing/harness.ts'
import { vary } from '../../testing/pictures.ts'
import type { Random } from '../../testing/random.ts'

export type LoadParts = {
  harness: Harness
  random: Random
  pictures: Buffer[]
  clients: number
  keyed: number
}
export type Wish = { operation: string; key: string; path: string; id: string | null; replayed: boolean }

const POLL_MS = 700
const FOLLOW_MS_MAX = 60_000
const ACCOUNTS = ['alder-member', 'alder-manager', 'birch-member', 'birch-admin']

/** Several users at work until they are told to stop: create, add pictures, start, poll. */
export class Load {
  readonly #parts: LoadParts
  readonly #users: Promise<void>[]
  /** What users with keys wanted done once, and the id they were answered. */
  readonly wishes: Wish[] = []
  #stopping = false
  inspections = 0
  /** Statuses that went back from one poll to a later one, as a client sees them. */
  backwards: string[] = []

  constructor(parts: LoadParts) {
    this.#parts = parts
    this.#users = [
      ...Array.from({ length: parts.clients }, (_, n) => this.#live(n)),
      ...Array.from({ length: parts.keyed }, (_, n) => this.#correct(n)),
    ]
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#users)
  }

  /** A user that repeats every write with its key until it is answered, whatever dies meanwhile. */
  async #correct(n: number): Promise<void> {
    const client = this.#parts.harness.createClient(`keyed-${n}`, 'alder-manager')
    while (!this.#stopping) {
      const inspection = await this.#wish(client, 'createInspection', '/v1/inspections', (wish) => ({
        tasks: {},
        additional_data: { wish },
      }))
      await delay(this.#parts.random.between(0, 200))
      if (!inspection) continue
      const path = `/v1/inspections/${inspection}`
      for (let times = 0; times < 3; times++)
        await this.#wish(client, 'createDamage', `${path}/damages`, () => ({
          damage_type: 'dent',
          part_type: 'hood',
        }))
    }
  }

  async #wish(client: Client, operation: string, path: string, body: (wish: string) => object) {
    const key = randomUUID()
    const { random } = this.#parts
    // The client hangs up on many first attempts: a lost answer is when a key is needed.
    const patienceMs = [Math.round(random.between(5, 150))]
    const answer = await client.createOnce({ operation, path, body: body(key), key }, patienceMs)
    const id = answer?.status === 201 ? field(answer, 'id') : null
    const replayed = answer?.headers['idempotency-replayed'] === 'true'
    this.wishes.push({ operation, key, path, id, replayed })
    return id
  }

  async #live(n: number): Promise<void> {
    const account = ACCOUNTS[n % ACCOUNTS.length] ?? ''
    const client = this.#parts.harness.createClient(`user-${n}`, account)
    while (!this.#stopping) {
      await this.#inspect(client)
      await delay(this.#parts.random.between(0, 300))
    }
  }

  async #inspect(client: Client): Promise<void> {
    const { random, pictures } = this.#parts
    const inspection = await client.createInspection()
    // A user who got no answer begins anew; the history keeps the unknown call.
    if (!inspection) return void (await delay(300))
    this.inspections += 1
    const adds = 1 + random.below(3)
    for (let n = 0; n < adds; n++)
      await client.createImage(inspection, vary(random.pick(pictures), random), ['compliances'])
    const start = await client.updateTask(inspection, 'compliances', 'TODO')
    if (start?.status === 200) await this.#follow(client, inspection)
  }

  async #follow(client: Client, inspection: string): Promise<void> {
    const order = ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'VALIDATED']
    const untilMs = performance.now() + FOLLOW_MS_MAX
    let reached = 1
    while (performance.now() < untilMs && !this.#stopping) {
      const status = await client.getTaskStatus(inspection, 'compliances')
      if (status && status !== 'ERROR') {
        const at = order.indexOf(status)
        if (at < reached) this.backwards.push(`${inspection}: ${status} after ${order[reached]}`)
        reached = Math.max(reached, at)
      }
      if (status === 'DONE' || status === 'ERROR') return
      await delay(POLL_MS)
    }
  }
}
