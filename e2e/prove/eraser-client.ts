import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { type Body, imageJson, jsonBody, multipartBody } from '../../testing/http.ts'
import { jpegSegment, withSegments } from '../../testing/pictures.ts'
import type { Random } from '../../testing/random.ts'

export type Made = {
  id: string
  image: string
  canary: string
  organization: string
  /** By which receipts name it. */
  digest: string
  /** Where a small picture of it was seen. */
  thumbnail: string | null
}

export const ORGANIZATIONS = ['alder', 'birch'] as const
const WAYS = ['inspection', 'plate', 'rule'] as const
const TRY_MS_MAX = 120_000
/** In the vehicle, its keys, the data of inspection and picture, a damage and what the history says of all that. */
export const PLACES_MIN = 6

const managerOf = ({ organization }: Pick<Made, 'organization'>) => `${organization}-manager`

/** Makes inspections with a word in every place that takes one, and erases them; each request is sent until it is answered. */
export class EraserClient {
  readonly #harness: Harness
  readonly #random: Random
  readonly #pictures: readonly Buffer[]
  #keys = 0
  byRule = 0

  constructor(harness: Harness, random: Random, pictures: readonly Buffer[]) {
    this.#harness = harness
    this.#random = random
    this.#pictures = pictures
  }

  /** What was deleted goes after a day, and somebody who does not answer is told of everything. */
  async setUp(): Promise<void> {
    for (const organization of ORGANIZATIONS) {
      const account = managerOf({ organization })
      await this.#ask(account, 'PATCH', '/retention', jsonBody({ deleted_inspections_days: 1 }))
      await this.#post(account, '/webhook_endpoints', jsonBody({ url: 'https://nobody.example.org/' }))
    }
  }

  async create(n: number): Promise<Made> {
    const canary = `CANARY${this.#random.bytes(6).toString('hex').toUpperCase()}`
    const organization = ORGANIZATIONS[n % ORGANIZATIONS.length] ?? 'alder'
    const account = managerOf({ organization })
    const data = { note: canary }
    const id = await this.#post(
      account,
      '/inspections',
      jsonBody({
        tasks: { damage_detection: {}, compliances: {} },
        vehicle: { plate: canary, owner_info: data },
        additional_data: data,
      }),
    )
    const image = await this.#post(account, `/inspections/${id}/images`, this.#picture(canary))
    const damage = { damage_type: 'scratch', part_type: 'hood', reason: canary }
    await this.#post(account, `/inspections/${id}/damages`, jsonBody(damage))
    // Some are erased while a worker looks at their pictures, or writes their paper.
    if (this.#random.next() < 0.5)
      await this.#ask(account, 'PATCH', `/inspections/${id}/tasks/compliances`, jsonBody({ status: 'TODO' }))
    if (this.#random.next() < 0.2)
      await this.#ask(account, 'POST', `/inspections/${id}/pdf`, jsonBody({ customer: canary }))
    const digest = createHash('sha256').update(`org_${organization}/${id}`).digest('hex')
    const thumbnail = this.#random.next() < 0.2 ? await this.#look(account, id, image) : null
    return { id, image, canary, organization, digest, thumbnail }
  }

  /** Asks for it, or leaves it to the rules. Some pictures are on their way meanwhile. */
  async erase(made: Made): Promise<void> {
    const account = managerOf(made)
    const uploading =
      this.#random.next() < 0.3
        ? this.#try(account, 'POST', `/inspections/${made.id}/images`, this.#picture(made.canary))
        : null
    const way = this.#random.pick(WAYS)
    if (way === 'rule') {
      this.byRule++
      await this.#age(made)
    } else {
      const subject = way === 'plate' ? { plate: made.canary.toLowerCase() } : { inspection_id: made.id }
      await this.#ask(account, 'POST', '/erasures', jsonBody({ ...subject, reason: 'request' }), true)
    }
    await uploading
  }

  /** Its time is over, and it must stay. */
  async hold(made: Made): Promise<void> {
    await this.#post(managerOf(made), `/inspections/${made.id}/hold`, jsonBody({ reason: 'held' }))
    await this.#age(made)
  }

  async #age({ id, ...made }: Made): Promise<void> {
    await this.#ask(managerOf(made), 'DELETE', `/inspections/${id}`, undefined, true)
    const statement = "update inspections set deleted_at = now() - interval '2 days' where id = $1"
    const untilMs = performance.now() + TRY_MS_MAX
    // The database may be killed meanwhile.
    while (!(await this.#harness.rows(statement, [id]).catch(() => null))) {
      if (performance.now() > untilMs) throw new Error('the database did not come back')
      await delay(300)
    }
  }

  #picture(canary: string): Body {
    const picture = this.#random.pick(this.#pictures)
    // The service takes metadata off what it serves, and keeps the original as it came.
    const comment = jpegSegment(0xfe, Buffer.from(canary))
    const bytes = withSegments(picture, comment)
    const json = { ...imageJson(['compliances']), additional_data: { note: canary } }
    return multipartBody(json, 'file', bytes)
  }

  /** Its small picture is in the memory of an api then. */
  async #look(account: string, id: string, image: string): Promise<string | null> {
    const { path } = await this.#ask(account, 'GET', `/inspections/${id}/images/${image}`)
    if (!path) return null
    const query = new URLSearchParams({ image_url: path, width: '300', height: '200' })
    const url = `${this.#harness.urls[0]}/v1/image_resize?${query}`
    await this.#harness.http.ask({ method: 'GET', url, patienceMs: 20_000 }).catch(() => null)
    return url
  }

  async #post(account: string, path: string, body: Body): Promise<string> {
    return (await this.#ask(account, 'POST', path, body)).id
  }

  /** With a key, so that however often it is sent it is done once. */
  async #ask(
    account: string,
    method: string,
    path: string,
    body?: Body,
    mayBeGone = false,
  ): Promise<{ id: string; path?: string }> {
    const key = `eraser-${this.#keys++}`
    const untilMs = performance.now() + TRY_MS_MAX
    for (;;) {
      const answer = await this.#try(account, method, path, body, key)
      if (answer && (answer.status < 300 || (mayBeGone && answer.status === 404)))
        return JSON.parse(answer.text)
      const isOver = performance.now() > untilMs
      if (isOver || (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429))
        throw new Error(`${method} ${path}: ${answer?.status} ${answer?.text}`)
      await delay(300)
    }
  }

  async #try(account: string, method: string, path: string, body?: Body, key?: string) {
    try {
      return await this.#harness.http.ask({
        method,
        url: `${this.#random.pick(this.#harness.urls)}/v1${path}`,
        headers: {
          authorization: `Bearer ${await this.#harness.tokens.of(account)}`,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body } : {}),
        patienceMs: 20_000,
      })
    } catch {
      return null
    }
  }
}
