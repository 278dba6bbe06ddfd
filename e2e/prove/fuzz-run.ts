import { createRandom, type Random } from '../../testing/random.ts'
import { isStream } from '../../testing/silence.ts'
import type { Violations } from './campaign.ts'
import { Dealer, type Draw, openHand } from './fuzz-dealer.ts'
import type { FuzzOperation } from './fuzz-document.ts'
import { actingOrganization, createDraft, type Draft } from './fuzz-drafts.ts'
import { FIELD_MUTATORS, mutateField } from './fuzz-fields.ts'
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
import { Tallies } from './fuzz-tallies.ts'
import { Turnstile } from './turnstile.ts'

export type RunParts = {
  parts: FuzzParts
  sender: Sender
  judge: Judge
  violations: Violations
  seed: number
  /** How many the campaign makes. */
  requests: number
  /** The first of them only make things, so that the others find some. */
  making: number
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
/** Sent while they are read. */
const ARCHIVES = new Set(['exportInspection', 'exportVehicle'])
const GIANT_SHARE = 0.04
/** Of few requests a larger share, so that each giant comes up. Not every operation has a field for one. */
const GIANTS_MIN = 80
/** More would only wait for the two decoders, and be slow for that. */
const UPLOADS_AT_ONCE = 3
/** What a request is made of has chances of its own, so that it can be made again. */
const MAKING_SEED = 0x5bd1e995
const ACTORS = [
  'alder-reader',
  'alder-device',
  'alder-none',
  'alder-member',
  'birch-manager',
  'birch-none',
  null,
]

type Recipe = {
  operation: FuzzOperation
  way: Way
  random: Random
  draw: Draw
  swept: Swept | undefined
}
/** One campaign of requests: makes, sends, judges and counts them. */
export class FuzzRun {
  readonly #parts: RunParts
  readonly #wheel: FuzzOperation[]
  readonly #makers: FuzzOperation[]
  readonly #takers: FuzzOperation[]
  readonly #swept: Swept[]
  #sweeps = 0
  readonly #dealer = new Dealer()
  readonly #giantShare: number
  readonly #used = new Set<string>()
  readonly tallies = new Tallies()
  readonly #uploads = new Turnstile(UPLOADS_AT_ONCE)
  readonly repeats: Repeats
  /** Requests that the service stopped listening to before they were all sent. */
  brokenOff = 0
  #sent = 0

  constructor(parts: RunParts) {
    this.#parts = parts
    const { operations } = parts.parts.document
    this.#wheel = operations.flatMap((operation) =>
      Array.from({ length: weightOf(operation) }, () => operation),
    )
    this.#makers = operations.filter(({ method, id }) => method === 'POST' && id.startsWith('create'))
    this.#takers = operations.filter(({ multipart }) => multipart)
    const swept = listSwept(operations)
    const offset = (parts.seed * 7_919) % swept.length
    // Few requests make a part of the sweeps, another part with each seed.
    const areFew = parts.requests < 2 * swept.length
    const sweepCount = areFew ? Math.floor(parts.requests * WAYS.sweep) : swept.length
    this.#swept = [...swept.slice(offset), ...swept.slice(0, offset)].slice(0, sweepCount)
    this.#giantShare = Math.max(GIANT_SHARE, GIANTS_MIN / (parts.requests * WAYS.field))
    this.repeats = new Repeats(parts.parts.document)
  }

  /** The nth request of the campaign: the same for the same seed, up to the ids that are known by then. */
  async step(n: number): Promise<void> {
    const { making } = this.#parts
    const seed = this.#parts.seed * 1_000_003 + n
    const random = createRandom(seed)
    const way = n < making ? 'sound' : this.#pickWay(random, n)
    if (way === 'repeat' && (await this.#repeat(random))) return
    const swept = way === 'sweep' ? this.#swept[this.#sweeps++ % this.#swept.length] : undefined
    const choice = way === 'upload' ? this.#takers : this.#wheel
    const made = n < making ? this.#makers[n % this.#makers.length] : random.pick(choice)
    const operation = swept?.operation ?? made
    if (!operation) return
    const hand = openHand(this.#dealer, random)
    const make = (draw: Draw) =>
      this.#make({ operation, way, random: createRandom(seed ^ MAKING_SEED), draw, swept })
    const request = make(hand.draw)
    const told = await this.#send(request, way, () => make(hand.again()))
    if (told) this.#count(request, told, way)
  }

  /** What is left of the sweeps at the end comes before anything else: each is made, whatever chance says. */
  #pickWay(random: Random, n: number): Way {
    const isLeft = this.#swept.length - this.#sweeps >= this.#parts.requests - n
    return isLeft ? 'sweep' : pickWay(random)
  }

  #make({ operation, way, random, draw, swept }: Recipe): FuzzRequest {
    const { parts } = this.#parts
    const draft = createDraft(parts, operation, random, way === 'upload')
    if (way === 'field') this.#mutateFields(draft, random, draw)
    if (swept && draft.operation === operation) sweepParameter(draft, swept)
    if (way === 'parameter') mutateParameter(parts, draft, random)
    if (way === 'actor') changeActor(draft, random.pick(ACTORS))
    const request = renderDraft(draft)
    decorate(request, random)
    if (way === 'message' || way === 'upload') mutateMessage(request, random, draw)
    if (way === 'header') mutateHeaders(request, parts.pool, { random, draw })
    return request
  }

  #mutateFields(draft: Draft, random: Random, draw: Draw): void {
    const { parts } = this.#parts
    const isGiant = random.next() < this.#giantShare
    if (!mutateField(parts, draft, { random, draw, isGiant })) mutateParameter(parts, draft, random)
    else if (!isGiant && random.next() < 0.2) mutateField(parts, draft, { random, draw, isGiant })
  }

  async #repeat(random: Random): Promise<boolean> {
    const kept = this.repeats.next(random)
    if (!kept) return false
    const told = await this.#send(kept.request, 'repeat', () => kept.request)
    if (!told) return true
    Repeats.judge(kept, told, this.#parts.violations)
    this.#count(kept.request, told, 'repeat')
    return true
  }

  /** `remake` makes such a request once more, to see whether its answer takes long again. */
  async #send(request: FuzzRequest, way: Way, remake: () => FuzzRequest): Promise<Told | null> {
    const { judge, violations } = this.#parts
    const { draft, method, path } = request
    this.#sent += 1
    for (const name of draft.used) this.#used.add(name)
    const told = await this.#ask(request, way)
    // A process of its own looks at each PDF: while two cores are busy, starting one takes seconds.
    const isSlowOnPurpose = request.waits || draft.giant || draft.file?.key === 'pdf_data'
    // A stream is read until it falls silent, however long that takes.
    if (!told || isSlowOnPurpose || isStream(told.headers)) return told
    const askAgain = async () => (await this.#ask(withoutKey(remake()), way))?.ms ?? Number.POSITIVE_INFINITY
    await judge.judgeTime(`${method} ${path} [${draft.labels.join('; ')}]`, told.ms, askAgain, violations)
    return told
  }

  async #ask(request: FuzzRequest, way: Way, isAgain = false): Promise<Told | null> {
    const { sender, judge, violations } = this.#parts
    const { draft, method, path } = request
    try {
      const told = await (draft.file ? this.#uploads.pass(() => sender.send(request)) : sender.send(request))
      const label = draft.labels.join('; ')
      const brokenOnPurpose = way === 'message' || way === 'upload' || way === 'header'
      const asked = { label, method, path, body: request.body, account: draft.account }
      judge.judge({ ...told, ...asked, brokenOnPurpose }, violations)
      return told
    } catch (error) {
      // An archive breaks off where what it reads is deleted meanwhile, as other requests of this campaign do. It comes whole when asked for again.
      if (ARCHIVES.has(draft.operation.id) && !isAgain) {
        this.brokenOff += 1
        return this.#ask(request, way, true)
      }
      // The service may refuse a body or a head while most of it is still to come, and close.
      if (draft.giant || path.length + (request.body?.length ?? 0) > 16_000) this.brokenOff += 1
      else violations.add('no_answer', `${method} ${path} [${draft.labels.join('; ')}]: ${String(error)}`)
      return null
    }
  }

  #count(request: FuzzRequest, told: Told, way: Way): void {
    const { document, pool } = this.#parts.parts
    const { status, text, headers } = told
    const path = request.path.split('?', 1)[0] ?? ''
    const operation = document.find(request.method, path)
    const done = status >= 200 && status < 300
    this.tallies.add(request.draft.operation.id, told, way === 'sound')
    if (!done || !operation) return
    if (typeof headers.etag === 'string') pool.tags.set(path, headers.etag)
    this.repeats.keep(request, told)
    const json = String(headers['content-type']).includes('json') && text.length > 0
    if (json && request.draft.account)
      pool.learn(operation, request.draft.account, paramsIn(operation, path), text)
  }

  summary(): string {
    const share = (this.tallies.succeeded / Math.max(1, this.#sent)).toFixed(3)
    return `${JSON.stringify(this.tallies.statusClasses())}, ${share} sound and done, ${this.#parts.violations.total} violation(s)`
  }

  neverSucceeded(): string[] {
    const { operations } = this.#parts.parts.document
    return operations.flatMap(({ id }) => (this.tallies.hasDone(id) || REFUSED.has(id) ? [] : [id]))
  }

  /** Mutators that were never used, and how many parameters did not get all the texts that are swept. */
  unusedMutators(): string[] {
    const unswept = this.#swept.length - this.#sweeps
    return [
      ...MUTATORS.filter((name) => !this.#used.has(name)),
      ...(unswept > 0 ? [`${unswept} sweeps`] : []),
    ]
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

/** A key that is used again is answered from memory. */
function withoutKey(request: FuzzRequest): FuzzRequest {
  return { ...request, headers: request.headers.filter(([name]) => name !== 'idempotency-key') }
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
