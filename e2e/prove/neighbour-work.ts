import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { type Ask, imageJson, jsonBody, multipartBody } from '../../testing/http.ts'
import { vary } from '../../testing/pictures.ts'
import type { Random } from '../../testing/random.ts'
import { type Home, NEIGHBOUR } from './neighbour-world.ts'

export const KINDS_OF_WORK = [
  'create',
  'upload',
  'poll',
  'picture',
  'thumbnail',
  'list',
  'read',
  'patch_vehicle',
  'patch_damage',
  'report',
] as const
export type Kind = (typeof KINDS_OF_WORK)[number]

/** One piece of work: how long it took, and how the service failed, if it did. */
export type Sample = {
  kind: Kind
  ms: number
  failure: '' | 'refused' | 'server_error' | 'other'
  about: string
}

export type WorkParts = { harness: Harness; url: string; random: Random; home: Home; patienceMs: number }

type Step = () => Promise<void>

const THINK_MS = 30
const REPORT_EVERY = 4
const REPORT_POLL_MS = 100
/** A published client that shows a picture asks for this size. */
const THUMBNAIL_PX = 400

/** The neighbour: one person who takes pictures and one who reviews, each doing one thing after the other. */
export class Work {
  readonly #parts: WorkParts
  readonly #rounds: Step[][]
  readonly #turns = [0, 0]
  #samples: Sample[] = []
  #token = ''
  #inspection = ''
  #pictureUrl = ''
  #patches = 0
  #reviews = 0

  constructor(parts: WorkParts) {
    this.#parts = parts
    this.#rounds = [
      [
        () => this.#create(),
        () => this.#upload(),
        () => this.#poll(),
        () => this.#open(),
        () => this.#shrink(),
      ],
      [
        () => this.#list(),
        () => this.#read(),
        () => this.#patchVehicle(),
        () => this.#patchDamage(),
        () => this.#report(),
      ],
    ]
  }

  /**
   * Works for so long and then finishes what it has begun: what began in this time belongs to it. Of few pieces of work a
   * p95 is the worst one, so where the machine is slow it goes on, up to three times as long, until there are enough.
   */
  async run(ms: number, leastPieces = 0): Promise<Sample[]> {
    this.#samples = []
    this.#token = await this.#parts.harness.tokens.of(NEIGHBOUR)
    const startMs = performance.now()
    const goesOn = () => {
      const passedMs = performance.now() - startMs
      return passedMs < ms || (this.#samples.length < leastPieces && passedMs < ms * 3)
    }
    await Promise.all(this.#rounds.map((_, person) => this.#live(person, goesOn)))
    return this.#samples
  }

  async #live(person: number, goesOn: () => boolean): Promise<void> {
    const round = this.#rounds[person] ?? []
    while (goesOn()) {
      const turn = this.#turns[person] ?? 0
      this.#turns[person] = turn + 1
      await round[turn % round.length]?.()
      await delay(THINK_MS)
    }
  }

  async #create(): Promise<void> {
    const body = jsonBody({ tasks: { compliances: {} }, vehicle: { brand: 'Test' } })
    const answer = await this.#measure('create', { method: 'POST', url: '/v1/inspections', body })
    if (answer) this.#inspection = JSON.parse(answer).id
  }

  async #upload(): Promise<void> {
    const { home, random } = this.#parts
    const picture = vary(home.picture, random)
    const body = multipartBody(imageJson(['compliances']), 'file', picture.bytes)
    const url = `/v1/inspections/${this.#inspection || home.inspections[0]?.id}/images`
    const answer = await this.#measure('upload', { method: 'POST', url, body })
    if (answer) this.#pictureUrl = JSON.parse(answer).path
  }

  async #poll(): Promise<void> {
    const { home } = this.#parts
    const inspection = this.#inspection || home.inspections[0]?.id
    await this.#measure('poll', { method: 'GET', url: `/v1/inspections/${inspection}/tasks/compliances` })
  }

  async #open(): Promise<void> {
    if (this.#pictureUrl) await this.#measure('picture', { method: 'GET', url: pathOf(this.#pictureUrl) })
  }

  async #shrink(): Promise<void> {
    if (!this.#pictureUrl) return
    const url = `/v1/image_resize?image_url=${encodeURIComponent(this.#pictureUrl)}&width=${THUMBNAIL_PX}`
    await this.#measure('thumbnail', { method: 'GET', url })
  }

  async #list(): Promise<void> {
    const url = '/v1/inspections?limit=20&ownership_filter=organization_resources'
    await this.#measure('list', { method: 'GET', url })
  }

  async #read(): Promise<void> {
    await this.#measure('read', { method: 'GET', url: `/v1/inspections/${this.#reviewed().id}` })
  }

  async #patchVehicle(): Promise<void> {
    const body = jsonBody({ additional_data: { n: this.#patches++ } })
    await this.#measure('patch_vehicle', {
      method: 'PATCH',
      url: `/v1/inspections/${this.#reviewed().id}/vehicle`,
      body,
    })
  }

  async #patchDamage(): Promise<void> {
    const { id, damage } = this.#reviewed()
    const body = jsonBody({ damage_size_cm: 1 + (this.#patches++ % 50) })
    await this.#measure('patch_damage', {
      method: 'PATCH',
      url: `/v1/inspections/${id}/damages/${damage}`,
      body,
    })
  }

  /** From asking for a report until it is there. */
  async #report(): Promise<void> {
    const { id } = this.#reviewed()
    if (this.#reviews++ % REPORT_EVERY !== 0) return
    const at = `/v1/inspections/${id}/pdf`
    const startMs = performance.now()
    const asked = await this.#ask({ method: 'POST', url: at, body: jsonBody({}) })
    let answer = asked
    while (!answer.failure && performance.now() - startMs < this.#parts.patienceMs) {
      answer = await this.#ask({ method: 'GET', url: at, headers: { prefer: 'wait=5' } }, [422])
      if (answer.status === 200) break
      await delay(REPORT_POLL_MS)
    }
    const failure = answer.status === 200 || answer.failure ? answer.failure : 'other'
    this.#keep('report', performance.now() - startMs, failure, answer.about)
  }

  #reviewed() {
    const { inspections } = this.#parts.home
    return inspections[this.#reviews % inspections.length] ?? { id: '', damage: '' }
  }

  #keep(kind: Kind, ms: number, failure: Sample['failure'], about: string): void {
    this.#samples.push({ kind, ms, failure, about })
  }

  async #measure(kind: Kind, ask: Ask): Promise<string | null> {
    const startMs = performance.now()
    const { failure, about, text } = await this.#ask(ask)
    this.#keep(kind, performance.now() - startMs, failure, about)
    return failure ? null : text
  }

  async #ask(ask: Ask, expected: number[] = []) {
    const { harness, url, patienceMs } = this.#parts
    const headers = { ...ask.headers, authorization: `Bearer ${this.#token}` }
    const line = `${ask.method} ${ask.url.replace(/\?.*/, '')}`
    try {
      const { status, bytes } = await harness.http.download({
        ...ask,
        url: `${url}${ask.url}`,
        headers,
        patienceMs,
      })
      const text = status === 200 && ask.url.includes('/pictures/') ? '' : bytes.toString('utf8')
      const failure = expected.includes(status) ? '' : failureOf(status)
      return { status, text, failure, about: `${line}: ${status} ${failure ? text.slice(0, 200) : ''}` }
    } catch (error) {
      return { status: 0, text: '', failure: 'server_error' as const, about: `${line}: ${error}` }
    }
  }
}

function failureOf(status: number): Sample['failure'] {
  if (status < 400) return ''
  if (status === 429 || status === 503) return 'refused'
  return status >= 500 ? 'server_error' : 'other'
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
