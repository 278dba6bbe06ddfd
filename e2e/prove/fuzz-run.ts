import type { Violations } from './campaign.ts'
import type { FuzzOperation } from './fuzz-document.ts'
import { actingOrganization, createDraft, type Draft } from './fuzz-drafts.ts'
import { FIELD_MUTATORS, Giants, mutateField } from './fuzz-fields.ts'
import { decorate, HEADER_MUTATIONS, mutateHeaders } from './fuzz-headers.ts'
import type { Judge } from './fuzz-judge.ts'
import {
  type FuzzRequest,
  listSwept,
  mutateParameter,
  renderDraft,
  type Swept,
  sweepParameter,
} from './fuzz-messages.ts'
import { MESSAGE_MUTATIONS, mutateMessage } from './fuzz-mutations.ts'
import { canaryOf, type FuzzParts, organizationOf } from './fuzz-pool.ts'
import { Repeats } from './fuzz-repeats.ts'
import type { Sender, Told } from './fuzz-send.ts'
import { createRandom, type Random } from './random.ts'

export type RunParts = {
  parts: FuzzParts
  sender: Sender
  judge: Judge
  violations: Violations
  seed: number
  /** How many the campaign makes. */
  requests: number
}

/** How often each way of asking comes up. Most requests are sound, or no state would ever arise. */
const WAYS = {
  sound: 0.5,
  field: 0.16,
  parameter: 0.04,
  sweep: 0.12,
  message: 0.08,
  header: 0.05,
  actor: 0.02,
  repeat: 0.01,
  upload: 0.02,
}
type Way = keyof typeof WAYS
export const MUTATORS = [...FIELD_MUTATORS, ...MESSAGE_MUTATIONS, ...HEADER_MUTATIONS]
/** Operations that no account of the campaign may do, one for want of a device that signs; their requests are judged all the same. */
const REFUSED = new Set(['updateQuotas', 'createCaptureSession'])
const GIANT_SHARE = 0.04
/** More would only wait for the two decoders, and be slow for that. */
const UPLOADS_AT_ONCE = 3
/** The first requests only make things, so that the others find some. */
const MAKING = 400
const ACTORS = [
  'alder-reader',
  'alder-device',
  'alder-none',
  'alder-member',
  'birch-manager',
  'birch-none',
  null,
]

/** Lets a few pass at a time; the others wait here, outside of what is measured. */
class Turnstile {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: number) {
    this.#most = most
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#inside += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }
}

type Tally = { sent: number; done: number; sound: number; soundDone: number; refusals: Map<string, number> }

/** One campaign of requests: makes, sends, judges and counts them. */
export class FuzzRun {
  readonly #parts: RunParts
  readonly #wheel: FuzzOperation[]
  readonly #makers: FuzzOperation[]
  readonly #takers: FuzzOperation[]
  readonly #swept: Swept[]
  #sweeps = 0
  readonly #giants = new Giants()
  readonly #used = new Set<string>()
  readonly #tallies = new Map<string, Tally>()
  readonly #statuses = new Map<number, number>()
  readonly #uploads = new Turnstile(UPLOADS_AT_ONCE)
  readonly repeats: Repeats
  /** Requests that the service stopped listening to before they were all sent. */
  brokenOff = 0
  /** Sound requests that were answered with 2xx. */
  succeeded = 0
  #sent = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    const { operations } = parts.parts.document
    this.#wheel = operations.flatMap((operation) =>
      Array.from({ length: weightOf(operation) }, () => operation),
    )
    this.#makers = operations.filter(({ method, id }) => method === 'POST' && id.startsWith('create'))
    this.#takers = operations.filter(({ multipart }) => multipart)
    this.#swept = listSwept(operations)
    this.repeats = new Repeats(parts.parts.document)
  }

  /** The nth request of the campaign: the same for the same seed, up to the ids that are known by then. */
  async step(n: number): Promise<void> {
    const random = createRandom(this.#parts.seed * 1_000_003 + n)
    const way = n < MAKING ? 'sound' : this.#pickWay(random, n)
    if (way === 'repeat' && (await this.#repeat(random))) return
    const swept = way === 'sweep' ? this.#swept[this.#sweeps++ % this.#swept.length] : undefined
    const choice = way === 'upload' ? this.#takers : this.#wheel
    const made = n < MAKING ? this.#makers[n % this.#makers.length] : random.pick(choice)
    const operation = swept?.operation ?? made
    if (!operation) return
    const request = this.#make(operation, way, random, swept)
    const told = await this.#send(request, way)
    if (told) this.#count(request, told, way)
  }

  /** What is left of the sweeps at the end comes before anything else: each is made, whatever chance says. */
  #pickWay(random: Random, n: number): Way {
    const isLeft = this.#swept.length - this.#sweeps >= this.#parts.requests - n
    return isLeft ? 'sweep' : pickWay(random)
  }

  #make(operation: FuzzOperation, way: Way, random: Random, swept?: Swept): FuzzRequest {
    const { parts } = this.#parts
    const draft = createDraft(parts, operation, random, way === 'upload')
    if (way === 'field') this.#mutateFields(draft, random)
    if (swept && draft.operation === operation) sweepParameter(draft, swept)
    if (way === 'parameter') mutateParameter(parts, draft, random)
    if (way === 'actor') changeActor(draft, random.pick(ACTORS))
    const request = renderDraft(draft)
    decorate(request, random)
    if (way === 'message' || way === 'upload') mutateMessage(request, random)
    if (way === 'header') mutateHeaders(request, parts.pool, random)
    return request
  }

  #mutateFields(draft: Draft, random: Random): void {
    const { parts } = this.#parts
    const giants = random.next() < GIANT_SHARE ? this.#giants : null
    if (!mutateField(parts, draft, random, giants)) mutateParameter(parts, draft, random)
    else if (!giants && random.next() < 0.2) mutateField(parts, draft, random, null)
  }

  async #repeat(random: Random): Promise<boolean> {
    const kept = this.repeats.next(random)
    if (!kept) return false
    const told = await this.#send(kept.request, 'repeat')
    if (!told) return true
    Repeats.judge(kept, told, this.#parts.violations)
    this.#count(kept.request, told, 'repeat')
    return true
  }

  async #send(request: FuzzRequest, way: Way): Promise<Told | null> {
    const { sender, judge, violations } = this.#parts
    const { draft, method, path } = request
    this.#sent += 1
    for (const name of draft.used) this.#used.add(name)
    try {
      const told = await (draft.file ? this.#uploads.pass(() => sender.send(request)) : sender.send(request))
      const label = draft.labels.join('; ')
      // A process of its own looks at each PDF: while two cores are busy, starting one takes seconds.
      const slowOnPurpose = request.waits || draft.giant || draft.file?.key === 'pdf_data'
      const brokenOnPurpose = way === 'message' || way === 'upload' || way === 'header'
      const asked = { label, method, path, body: request.body, account: draft.account }
      judge.judge({ ...told, ...asked, slowOnPurpose, brokenOnPurpose }, violations)
      return told
    } catch (error) {
      // The service may refuse a body or a head while most of it is still to come, and close.
      if (draft.giant || path.length + (request.body?.length ?? 0) > 16_000) this.brokenOff += 1
      else violations.add('no_answer', `${method} ${path} [${draft.labels.join('; ')}]: ${String(error)}`)
      return null
    }
  }

  #count(request: FuzzRequest, told: Told, way: Way): void {
    const { document, pool } = this.#parts.parts
    const { status, text, headers } = told
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    const path = request.path.split('?', 1)[0] ?? ''
    const operation = document.find(request.method, path)
    const tally = this.#tallies.get(request.draft.operation.id) ?? newTally()
    this.#tallies.set(request.draft.operation.id, tally)
    const done = status >= 200 && status < 300
    tally.sent += 1
    if (way === 'sound') tally.sound += 1
    if (done) tally.done += 1
    if (done && way === 'sound') {
      tally.soundDone += 1
      this.succeeded += 1
    }
    if (!done && way === 'sound') {
      const refusal = `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`
      tally.refusals.set(refusal, (tally.refusals.get(refusal) ?? 0) + 1)
    }
    if (!done || !operation) return
    if (typeof headers.etag === 'string') pool.tags.set(path, headers.etag)
    this.repeats.keep(request, told)
    const json = String(headers['content-type']).includes('json') && text.length > 0
    if (json && request.draft.account)
      pool.learn(operation, request.draft.account, paramsIn(operation, path), text)
  }

  summary(): string {
    const share = (this.succeeded / Math.max(1, this.#sent)).toFixed(3)
    return `${JSON.stringify(this.statusClasses())}, ${share} sound and done, ${this.#parts.violations.total} violation(s)`
  }

  statusClasses(): Record<string, number> {
    const classes: Record<string, number> = {}
    for (const [status, count] of this.#statuses) {
      const name = `status_${Math.floor(status / 100)}xx`
      classes[name] = (classes[name] ?? 0) + count
    }
    return classes
  }

  neverSucceeded(): string[] {
    const { operations } = this.#parts.parts.document
    return operations.flatMap(({ id }) => (this.#tallies.get(id)?.done || REFUSED.has(id) ? [] : [id]))
  }

  /** Mutators that were never used, and how many parameters did not get all the texts that are swept. */
  unusedMutators(): string[] {
    const unswept = this.#swept.length - this.#sweeps
    return [
      ...MUTATORS.filter((name) => !this.#used.has(name)),
      ...(unswept > 0 ? [`${unswept} sweeps`] : []),
    ]
  }

  report(say: (line: string) => void): void {
    for (const [id, { sent, sound, soundDone, done, refusals }] of this.#tallies) {
      const refused = [...refusals].map(([refusal, count]) => `${refusal}: ${count}`).join(', ')
      say(`${id}: ${sent} sent, ${done} done; of ${sound} sound ones ${soundDone} done; ${refused}`)
    }
    const statuses = [...this.#statuses].toSorted(([a], [b]) => a - b)
    say(`by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  }
}

/** Whoever sends a text owns it: the canary in it becomes theirs. */
function changeActor(draft: Draft, account: string | null): void {
  const [from, to] = [actingOrganization(draft), account ? organizationOf(account) : '']
  draft.labels.push(`by ${account}`)
  draft.account = account
  if (draft.json === undefined || from === to) return
  draft.json = JSON.parse(JSON.stringify(draft.json).replaceAll(canaryOf(from), canaryOf(to)))
}

function newTally(): Tally {
  return { sent: 0, done: 0, sound: 0, soundDone: 0, refusals: new Map() }
}

function pickWay(random: Random): Way {
  let left = random.next()
  for (const [way, share] of Object.entries(WAYS)) {
    left -= share
    // The keys of WAYS are what Way is made of.
    if (left < 0) return way as Way
  }
  return 'sound'
}

/** Decoding costs the most, and what is deleted too often cannot be used. */
function weightOf({ method, multipart, id }: FuzzOperation): number {
  if (method === 'DELETE' || id.startsWith('delete') || id === 'getThumbnail') return 2
  // It analyzes pictures again, and waits for that.
  if (id === 'replayTask') return 2
  // Every event makes a row for each of them.
  if (id === 'createWebhookEndpoint' || id === 'replayWebhookDeliveries') return 2
  if (multipart) return 3
  return method === 'GET' ? 8 : 6
}

function paramsIn(operation: FuzzOperation, path: string): Record<string, string> {
  const values = path
    .replace(/^(?!\/v1\/)/, '/v1')
    .split('/')
    .slice(1)
  const entries = operation.segments.map((segment, n) => [segment.slice(1, -1), values[n] ?? ''])
  return Object.fromEntries(entries.filter((_, n) => operation.segments[n]?.startsWith('{')))
}
