import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { type Body, imageJson, jsonBody, multipartBody } from '../../testing/http.ts'
import { jpegSegment, withSegments } from '../../testing/pictures.ts'
import type { ServerProcess } from '../../testing/processes.ts'
import type { Random } from '../../testing/random.ts'
import type { Violations } from './campaign.ts'

export const CANARY = /CANARY[0-9A-F]{12}/g
const ORGANIZATIONS = ['alder', 'birch'] as const
/** Of so many requests one writes. */
const WRITES_OF = 7
const LINK = { profile_id: 'walk-8' }

/** What somebody made, and how it can be read again. */
type Made = { account: string; image: string; digest: string; links: string; key: string; secret: string }

/** People who add pictures and receivers, and read all of it again, through a balancer that knows which api is up. */
export class KeysLoad {
  readonly #harness: Harness
  readonly #random: Random
  readonly #pictures: readonly Buffer[]
  readonly #violations: Violations
  /** The processes that start meanwhile need the machine, too. */
  readonly #paceMs: number
  readonly #made: Made[] = []
  readonly #underWay = new Map<string, number>()
  readonly #up: string[]
  #stopping = false
  #running: Promise<void>[] = []
  reads = 0

  constructor(
    harness: Harness,
    random: Random,
    pictures: readonly Buffer[],
    violations: Violations,
    paceMs: number,
  ) {
    this.#harness = harness
    this.#random = random
    this.#pictures = pictures
    this.#violations = violations
    this.#paceMs = paceMs
    this.#up = [...harness.urls]
  }

  get writes(): number {
    return this.#made.length
  }

  /** What people see of a picture changes once a model has looked at it. Here they see what is stored. */
  async showAsStored(): Promise<void> {
    for (const organization of ORGANIZATIONS)
      await this.#ask(
        'PATCH',
        `${organization}-manager`,
        '/pictures/settings',
        {},
        jsonBody({ hides_bystanders: false }),
      )
  }

  async make(n: number): Promise<void> {
    const account = `${ORGANIZATIONS[n % ORGANIZATIONS.length]}-manager`
    const url = 'https://nobody.example.org/'
    const callbacks = [{ url, headers: { authorization: 'Bearer of-somebody' } }]
    const inspection = await this.#post(account, '/inspections', {
      tasks: { human_in_the_loop: { callbacks } },
    })
    const image = await this.#send(account, `/inspections/${inspection.id}/images`, this.#picture())
    const path = `/inspections/${inspection.id}/images/${image.id}`
    const key = randomUUID()
    const links = `/inspections/${inspection.id}/capture_links`
    const link = await this.#post(account, links, LINK, key)
    const made = { account, image: path, links, key, secret: JSON.stringify(link) }
    this.#made.push({ ...made, digest: await this.#download(account, path) })
  }

  /** Several at once, reading more than they write, until they are told to stop. */
  start(lanes: number): void {
    this.#running = Array.from({ length: lanes }, async (_, lane) => {
      for (let n = lane; !this.#stopping; n += lanes) {
        if (n % WRITES_OF === 0) await this.#attempt(() => this.make(n))
        else await this.#attempt(() => this.#readAgain(this.#random.pick(this.#made)))
        await delay(this.#paceMs)
      }
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#running)
  }

  async readAll(): Promise<void> {
    for (const made of this.#made) await this.#attempt(() => this.#readAgain(made))
  }

  /** As a balancer does: no new requests, those under way end, then the process does. */
  async restart(process: ServerProcess, settings: Record<string, string>): Promise<void> {
    const url = this.#harness.urls[this.#harness.apis.indexOf(process)]
    if (url) await this.leave(url)
    await process.end('SIGTERM')
    Object.assign(process.launch.settings, settings)
    process.start()
    await process.waitReady()
    if (url) this.add(url)
  }

  add(url: string): void {
    this.#up.push(url)
  }

  /** Nothing is asked there any more, and nothing is under way. */
  async leave(url: string): Promise<void> {
    this.#up.splice(this.#up.indexOf(url), 1)
    while ((this.#underWay.get(url) ?? 0) > 0) await delay(10)
  }

  async #readAgain({ account, image, digest, links, key, secret }: Made): Promise<void> {
    this.reads++
    if ((await this.#download(account, image)) !== digest) this.#violations.add('picture_changed', image)
    const link = await this.#post(account, links, LINK, key)
    if (JSON.stringify(link) !== secret) this.#violations.add('secret_changed', key)
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.#violations.add('errors', String(error)))
  }

  #picture(): Body {
    const picture = this.#random.pick(this.#pictures)
    const canary = `CANARY${this.#random.bytes(6).toString('hex').toUpperCase()}`
    const comment = jpegSegment(0xfe, Buffer.from(canary))
    const bytes = withSegments(picture, comment)
    return multipartBody(imageJson([]), 'file', bytes)
  }

  #post(account: string, path: string, value: object, key: string = randomUUID()) {
    return this.#send(account, path, jsonBody(value), key)
  }

  async #send(account: string, path: string, body: Body, key: string = randomUUID()) {
    const bytes = await this.#ask('POST', account, path, { 'idempotency-key': key }, body)
    return JSON.parse(bytes.toString('utf8'))
  }

  async #download(account: string, path: string): Promise<string> {
    const image = JSON.parse((await this.#ask('GET', account, path)).toString('utf8'))
    // The public address is that of the api that answered, which may be down by now.
    const picture = await this.#ask('GET', null, new URL(image.path).pathname + new URL(image.path).search)
    return createHash('sha256').update(picture).digest('hex')
  }

  async #ask(
    method: string,
    account: string | null,
    path: string,
    headers: Record<string, string> = {},
    body?: Body,
  ): Promise<Buffer> {
    const url = this.#random.pick(this.#up)
    this.#underWay.set(url, (this.#underWay.get(url) ?? 0) + 1)
    try {
      const token = account && { authorization: `Bearer ${await this.#harness.tokens.of(account)}` }
      const answer = await this.#harness.http.download({
        method,
        url: account ? `${url}/v1${path}` : `${url}${path}`,
        headers: { ...headers, ...(token ?? {}) },
        ...(body ? { body } : {}),
      })
      if (answer.status < 300) return answer.bytes
      throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes.toString('utf8').slice(0, 300)}`)
    } finally {
      this.#underWay.set(url, (this.#underWay.get(url) ?? 0) - 1)
    }
  }
}
