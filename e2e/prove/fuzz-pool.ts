import type { Random } from '../../testing/random.ts'
import type { FuzzDocument, FuzzOperation } from './fuzz-document.ts'
import { neverId } from './tenant-requests.ts'

/** Something an earlier call made. An inspection stands in itself. */
export type Thing = { kind: string; id: string; inspection: string; account: string }

const KEPT = 120
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const MALFORMED_IDS = [
  'not-an-id',
  '0',
  '-1',
  'null',
  'undefined',
  '[object Object]',
  '00000000-0000-7000-8000-00000000000g',
  '{00000000-0000-7000-8000-000000000000}',
  '00000000000070008000000000000000',
  "' or 1=1 --",
  '..',
  '%2e%2e',
  '٠١٢٣',
  'x'.repeat(101),
]

export function organizationOf(account: string): string {
  return account.split('-')[0] ?? ''
}

/** A word that only this organization's things carry. */
export function canaryOf(organization: string): string {
  return `CNRY${organization.toUpperCase()}`
}

/** The ids that calls produced, by kind and organization: what one call made, the next one uses. */
export class Pool {
  readonly #document: FuzzDocument
  readonly #live = new Map<string, Thing[]>()
  readonly #deleted = new Map<string, Thing[]>()
  readonly #dead = new Set<string>()
  readonly #owners = new Map<string, string>()
  readonly #creators = new Map<string, string>()
  /** Capability URLs of this service by the operation they reach. */
  readonly urls = new Map<string, string[]>()
  /** The last entity tag seen at a path. */
  readonly tags = new Map<string, string>()

  constructor(document: FuzzDocument) {
    this.#document = document
  }

  add(thing: Thing): void {
    const key = keyOf(thing.kind, organizationOf(thing.account))
    const things = this.#live.get(key) ?? []
    this.#live.set(key, things)
    if (thing.kind === 'inspection') this.#creators.set(thing.id, thing.account)
    if (things.length < KEPT) things.push(thing)
    // The place in a full pool is taken from the id, which is random at its end: no chance of its own is needed.
    else things[(Number.parseInt(thing.id.slice(-4), 16) || 0) % KEPT] = thing
  }

  /** The account an inspection belongs to. */
  creatorOf(inspection: string): string | undefined {
    return this.#creators.get(inspection)
  }

  /** Early things are picked most, so that damages and pictures meet in the same inspections. */
  pick(kind: string, organization: string, random: Random, inspection?: string): Thing | undefined {
    const things = this.#live.get(keyOf(kind, organization)) ?? []
    const fitting = inspection ? things.filter((thing) => thing.inspection === inspection) : things
    return fitting[Math.floor(random.next() * random.next() * fitting.length)]
  }

  /** Any thing, so that not the busiest inspections are the ones that end. */
  pickEvenly(kind: string, organization: string, random: Random): Thing | undefined {
    const things = this.#live.get(keyOf(kind, organization)) ?? []
    return things[random.below(things.length)]
  }

  pickDeleted(kind: string, organization: string, random: Random): Thing | undefined {
    const things = this.#deleted.get(keyOf(kind, organization)) ?? []
    return things[random.below(things.length)]
  }

  /** An id that must not work: of another organization, deleted, never given out, or not an id. */
  badId(kind: string, organization: string, random: Random): { name: string; value: string } {
    const foreign = organization === 'alder' ? 'birch' : 'alder'
    const name = random.pick(['foreign', 'deleted', 'never', 'malformed'])
    const thing =
      name === 'foreign' ? this.pick(kind, foreign, random) : this.pickDeleted(kind, organization, random)
    if (name === 'malformed') return { name, value: random.pick(MALFORMED_IDS) }
    return name === 'never' || !thing ? { name: 'never', value: neverId() } : { name, value: thing.id }
  }

  remove(id: string): void {
    this.#dead.add(id)
    for (const [key, things] of this.#live) {
      const [gone, left] = [things.filter((thing) => isOf(thing, id)), things.filter((t) => !isOf(t, id))]
      if (gone.length === 0) continue
      this.#live.set(key, left)
      this.#deleted.set(key, [...(this.#deleted.get(key) ?? []), ...gone].slice(-KEPT))
    }
  }

  /** Writes down what an answer gave away: ids, picture URLs, and whose they are. */
  learn(operation: FuzzOperation, account: string, params: Record<string, string>, text: string): void {
    const own = Object(JSON.parse(text))
    // Taken apart into entities, an answer says the id of the main record in `result`.
    const id: unknown = own.id ?? own.result
    for (const [uuid] of text.matchAll(UUID))
      if (!this.#owners.has(uuid)) this.#owners.set(uuid, organizationOf(account))
    for (const [, url = ''] of text.matchAll(/"(https:\/\/127\.0\.0\.1:\d+\/[^"]+)"/g)) this.#addUrl(url)
    for (const gone of own.deleted_image_ids ?? []) this.remove(gone)
    // Only a report that the service made can be verified.
    if (operation.id === 'getReport' && own.source === 'generated')
      this.add({ kind: 'report', id: own.report_id, inspection: params.inspection_id ?? '', account })
    // A place stands in its comparison.
    if (operation.id === 'getComparison')
      for (const place of own.places ?? [])
        this.add({ kind: 'comparison_place', id: place.id, inspection: own.id, account })
    if (typeof id !== 'string') return
    if (operation.method === 'DELETE') this.remove(id)
    const kind = kindMadeBy(operation)
    if (!kind) return
    // A delivery stands in its endpoint, as other things stand in their inspection.
    const inspection = kind === 'inspection' ? id : (params.inspection_id ?? params.endpoint_id ?? '')
    // The parent may have been deleted while this answer was under way.
    if (this.#dead.has(inspection) || this.#dead.has(id)) return
    this.add({ kind, id, inspection, account })
  }

  /** Ids of another organization, and its canary, in what this account was told. */
  findForeign(account: string, text: string): string[] {
    const own = organizationOf(account)
    const foreign = own === 'alder' ? 'birch' : 'alder'
    const ids = [...new Set(text.match(UUID) ?? [])].filter((id) => this.#owners.get(id) === foreign)
    return text.includes(canaryOf(foreign)) ? [canaryOf(foreign), ...ids] : ids
  }

  /** For the control of the judge: an id that is known to belong to an organization. */
  claim(id: string, organization: string): void {
    this.#owners.set(id, organization)
  }

  #addUrl(url: string): void {
    const { pathname } = new URL(url)
    const operation = this.#document.find('GET', pathname)
    if (!operation || operation.needsToken) return
    this.urls.set(operation.id, [...(this.urls.get(operation.id) ?? []), url].slice(-KEPT))
  }
}

/** What operations make whose names do not say it. */
const MADE: Record<string, string> = {
  replayTask: 'replay',
  testWebhookEndpoint: 'webhook_delivery',
  createReusableCaptureLink: 'capture_link',
}

function kindMadeBy({ id }: FuzzOperation): string | null {
  const named = id.startsWith('create') ? id.slice('create'.length) : null
  return MADE[id] ?? named?.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase() ?? null
}

function isOf(thing: Thing, id: string): boolean {
  return thing.id === id || thing.inspection === id
}

function keyOf(kind: string, organization: string): string {
  return `${organization} ${kind}`
}

/** What requests are made from. */
export type FuzzParts = {
  document: FuzzDocument
  pool: Pool
  pictures: Buffer[]
  pdf: Buffer
}
