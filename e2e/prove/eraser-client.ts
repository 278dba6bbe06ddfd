import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from './harness.ts'
import { type Body, imageJson, jsonBody, multipartBody } from './http.ts'
import { segment } from './pictures.ts'
import type { Random } from './random.ts'

export type Made = { id: string; image: string; canary: string; organization: string }
export type Erased = Made & { digest: string }

const ACCOUNTS = ['alder-manager', 'birch-manager'] as const
const TRY_MS_MAX = 120_000
/** In the vehicle, its keys, the data of inspection and picture, a damage and what the history says of all that. */
export const PLACES_MIN = 6

const managerOf = ({ organization }: Pick<Made, 'organization'>) =>
  `${organization.slice('org_'.length)}-manager`

/** Makes inspections with a word in every place that takes one, and erases them; each request is sent until it is answered. */
export class EraserClient {
  readonly #harness: Harness
  readonly #random: Random
  readonly #pictures: readonly Buffer[]
  readonly #made: Made[] = []
  #keys = 0

  constructor(harness: Harness, random: Random, pictures: readonly Buffer[]) {
    this.#harness = harness
    this.#random = random
    this.#pictures = pictures
  }

  async create(n: number): Promise<Made> {
    const canary = `CANARY${this.#random.bytes(6).toString('hex').toUpperCase()}`
    const account = ACCOUNTS[n % ACCOUNTS.length] ?? 'alder-manager'
    const data = { note: canary }
    const id = await this.#post(account, '/inspections', {
      body: jsonBody({
        tasks: { damage_detection: {}, compliances: {} },
        vehicle: { plate: canary, owner_info: data },
        additional_data: data,
      }),
    })
    const picture = this.#random.pick(this.#pictures)
    // The service takes metadata off what it serves, and keeps the original as it came.
    const bytes = Buffer.concat([
      picture.subarray(0, 2),
      segment(0xfe, Buffer.from(canary)),
      picture.subarray(2),
    ])
    const json = { ...imageJson(['compliances']), additional_data: data }
    const image = await this.#post(account, `/inspections/${id}/images`, {
      body: multipartBody(json, 'file', bytes),
    })
    const damage = { damage_type: 'scratch', part_type: 'hood', reason: canary }
    await this.#post(account, `/inspections/${id}/damages`, { body: jsonBody(damage) })
    // Some are erased while a worker looks at their pictures.
    if (this.#random.next() < 0.5)
      await this.#ask(account, 'PATCH', `/inspections/${id}/tasks/compliances`, jsonBody({ status: 'TODO' }))
    const organization = `org_${account.split('-')[0]}`
    const made = { id, image, canary, organization }
    this.#made.push(made)
    return made
  }

  /** What was deleted goes after a day. */
  async setRules(): Promise<void> {
    for (const account of ACCOUNTS)
      await this.#ask(account, 'PATCH', '/retention', jsonBody({ deleted_inspections_days: 1 }))
  }

  /** Asks for it, or leaves it to the rules. */
  async erase(made: Made): Promise<Erased> {
    const way = this.#random.pick(['inspection', 'plate', 'rule'])
    if (way === 'rule') await this.#age(made)
    else {
      const subject = way === 'plate' ? { plate: made.canary.toLowerCase() } : { inspection_id: made.id }
      await this.#post(managerOf(made), '/erasures', { body: jsonBody({ ...subject, reason: 'request' }) })
    }
    const digest = createHash('sha256').update(`${made.organization}/${made.id}`).digest('hex')
    return { ...made, digest }
  }

  /** Its time is over, and it must stay. */
  async hold(made: Made): Promise<void> {
    await this.#post(managerOf(made), `/inspections/${made.id}/hold`, { body: jsonBody({ reason: 'held' }) })
    await this.#age(made)
  }

  async #age({ id, ...made }: Made): Promise<void> {
    await this.#ask(managerOf(made), 'DELETE', `/inspections/${id}`)
    const statement = "update inspections set deleted_at = now() - interval '2 days' where id = $1"
    const untilMs = performance.now() + TRY_MS_MAX
    // The database may be killed meanwhile.
    while (!(await this.#harness.rows(statement, [id]).catch(() => null))) {
      if (performance.now() > untilMs) throw new Error('the database did not come back')
      await delay(300)
    }
  }

  kept(erased: readonly Made[]): Made[] {
    const gone = new Set(erased.map(({ id }) => id))
    return this.#made.filter(({ id }) => !gone.has(id))
  }

  async #post(account: string, path: string, { body }: { body: Body }): Promise<string> {
    return (await this.#ask(account, 'POST', path, body)).id
  }

  /** With a key, so that however often it is sent it is done once. */
  async #ask(account: string, method: string, path: string, body?: Body): Promise<{ id: string }> {
    const key = `eraser-${this.#keys++}`
    const untilMs = performance.now() + TRY_MS_MAX
    for (;;) {
      const answer = await this.#try(account, method, path, body, key)
      if (answer && answer.status < 300) return JSON.parse(answer.text)
      const isOver = performance.now() > untilMs
      if (isOver || (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429))
        throw new Error(`${method} ${path}: ${answer?.status} ${answer?.text}`)
      await delay(300)
    }
  }

  async #try(account: string, method: string, path: string, body: Body | undefined, key: string) {
    try {
      return await this.#harness.http.ask({
        method,
        url: `${this.#random.pick(this.#harness.urls)}/v1${path}`,
        headers: {
          authorization: `Bearer ${await this.#harness.tokens.of(account)}`,
          'idempotency-key': key,
        },
        ...(body ? { body } : {}),
        patienceMs: 20_000,
      })
    } catch {
      return null
    }
  }
}
