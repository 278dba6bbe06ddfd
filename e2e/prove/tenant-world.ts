import type { Harness } from '../../testing/harness.ts'
import { type Ask, type Body, imageJson, jsonBody, multipartBody } from '../../testing/http.ts'
import { createBasePictures, vary } from '../../testing/pictures.ts'
import type { Random } from '../../testing/random.ts'
import { type LinkHolder, openLink } from './link-holder.ts'
import type { Resource } from './operations.ts'
import { plantAnalyzed, plantFindings, plantPlace, plantReplay } from './plant.ts'
import { HOOK_URL, type Ids, neverId, PDF } from './tenant-requests.ts'

/** An inspection with one of each thing, and one of each that was deleted from it. */
export type Known = {
  ids: Ids
  gone: Ids
  images: string[]
  /** The address of each image, in the order of `images`. */
  pictureUrls: string[]
  renderedOutputUrl: string
  reportUrl: string
  /** The device that has opened the capture link of the inspection. */
  holder: LinkHolder | null
  /** The `Idempotency-Key` it was created with. */
  key: string
}

const PEOPLE = ['admin', 'member', 'member2', 'device'] as const

/** Two organizations with inspections of several people, one of each deleted. */
export type World = {
  [org in 'alder' | 'birch']: { [whose in (typeof PEOPLE)[number] | 'other' | 'deleted']: Known }
}

export const CANARY = 'CANARY-7Q-ALDER'

type Wanted = ReadonlySet<Resource | 'report' | 'estimate' | 'gone' | 'deleted' | 'analyzed'>
const EVERYTHING: Wanted = new Set([
  'image',
  'replay',
  'damage',
  'view',
  'pricing',
  'severity',
  'webhook_delivery',
  'comparison_place',
  'capture_link',
  'erasure',
  'objection',
  'report',
  'estimate',
  'gone',
])

/** Makes inspections with things in them over the API, as the people of an organization do. */
export class Maker {
  readonly #harness: Harness
  readonly #random: Random
  readonly #base: Buffer
  #made = 0

  private constructor(harness: Harness, random: Random, base: Buffer) {
    this.#harness = harness
    this.#random = random
    this.#base = base
  }

  static async open(harness: Harness, random: Random): Promise<Maker> {
    const pictures = await createBasePictures(random)
    const [base] = pictures.toSorted((a, b) => a.length - b.length)
    if (!base) throw new Error('there is no picture')
    return new Maker(harness, random, base)
  }

  /** A picture whose bytes nobody has sent before, and as many as any other. */
  picture(): Buffer {
    return vary(this.#base, this.#random).bytes
  }

  /** Pictures and the inspection are the account's; what needs more rights is added by the organization's admin. */
  async create(account: string, wanted: Wanted = EVERYTHING): Promise<Known> {
    const admin = `${account.split('-')[0]}-admin`
    const key = `key-${this.#made++}`
    const inspection = await this.#createInspection(account, key)
    const at = `/v1/inspections/${inspection}`
    const known: Known = {
      ids: idsIn(inspection),
      gone: idsIn(inspection),
      images: [],
      pictureUrls: [],
      renderedOutputUrl: '',
      reportUrl: '',
      holder: null,
      key,
    }
    const { ids, gone } = known
    const add = async (path: string, body: object) => (await this.#post(admin, `${at}${path}`, body)).id
    if (wanted.has('image') || wanted.has('view') || wanted.has('replay'))
      for (let n = 0; n < (wanted.has('gone') ? 3 : 1); n++) await this.#addImage(account, at, known)
    ;[ids.image = '', , gone.image = ''] = known.images
    if (wanted.has('damage') || wanted.has('view')) ids.damage = await add('/damages', damageOf('hood'))
    if (wanted.has('view')) ids.view = await add('/views', viewOf(ids))
    if (wanted.has('pricing') || wanted.has('severity')) ids.pricing = await add('/pricing', priceOf('hood'))
    ids.severity = ids.pricing
    if (wanted.has('estimate')) await add('/estimate', {})
    if (wanted.has('report')) known.reportUrl = await this.#uploadReport(admin, at)
    if (wanted.has('gone')) await this.#addGone(admin, at, known)
    // Last, because it ends the task of the pictures.
    if (wanted.has('replay')) ids.replay = await this.#addReplay(admin, at, known)
    if (wanted.has('deleted')) await this.#deleteAgain(admin, at, ids)
    if (wanted.has('webhook_endpoint') || wanted.has('webhook_delivery'))
      await this.#addWebhooks(admin, known)
    if (wanted.has('capture_link') || wanted.has('capture_profile')) await this.#addCapture(admin, at, known)
    if (wanted.has('erasure')) ids.erasure = await this.#addErasure(admin)
    if (wanted.has('objection') || wanted.has('objection_link')) await this.#addObjection(admin, known)
    // It stays, whatever it erased.
    gone.erasure = neverId()
    // Last, so that the newest entry of the history is also one of the comparison.
    if (wanted.has('analyzed') || wanted.has('comparison') || wanted.has('comparison_place'))
      await this.#addComparison(account, admin, known, wanted)
    ids.history_entry = await this.#lastEntry(admin, at)
    // What happened stays.
    gone.history_entry = neverId()
    ids.administration_event = await this.#lastAdministration(admin)
    gone.administration_event = neverId()
    return known
  }

  /** An endpoint of the organization with a test event in its log, and one that was deleted. */
  async #addWebhooks(admin: string, { ids, gone }: Known): Promise<void> {
    const path = '/v1/webhook_endpoints'
    const description = secretOf(admin)
    ids.webhook_endpoint = (await this.#post(admin, path, { url: HOOK_URL, description })).id
    ids.webhook_delivery = (
      await this.call(admin, { method: 'POST', url: `${path}/${ids.webhook_endpoint}/test` })
    ).id
    gone.webhook_endpoint = (await this.#post(admin, path, { url: HOOK_URL })).id
    await this.call(admin, { method: 'DELETE', url: `${path}/${gone.webhook_endpoint}` })
    // A delivery cannot be deleted.
    gone.webhook_delivery = neverId()
  }

  /** Another inspection of the account whose damages were searched for, and where it is wanted the two compared. */
  async #addComparison(account: string, admin: string, { ids, gone }: Known, wanted: Wanted): Promise<void> {
    ids.earlier_inspection = await this.#createInspection(account, `key-${this.#made++}`)
    gone.earlier_inspection = neverId()
    gone.comparison_place = neverId()
    for (const id of [ids.inspection, ids.earlier_inspection]) await plantAnalyzed(this.#harness, id)
    if (!wanted.has('comparison') && !wanted.has('comparison_place')) return
    const pair = { earlier_inspection_id: ids.earlier_inspection, later_inspection_id: ids.inspection }
    const compare = async () => (await this.#post(admin, '/v1/comparisons', pair)).id
    gone.comparison = await compare()
    await this.call(admin, { method: 'DELETE', url: `/v1/comparisons/${gone.comparison}` })
    ids.comparison = await compare()
    ids.comparison_place = await plantPlace(this.#harness, ids.comparison)
  }

  /** A profile of the organization, and a link to the inspection that a device has opened. */
  async #addCapture(admin: string, at: string, known: Known): Promise<void> {
    const { ids, gone } = known
    const path = '/v1/capture_profiles'
    const profile = {
      name: secretOf(admin),
      steps: ['around_000', 'plate'].map((step) => ({ step, is_required: false })),
      consent: { en: secretOf(admin) },
    }
    ids.capture_profile = (await this.#post(admin, path, profile)).id
    gone.capture_profile = (await this.#post(admin, path, profile)).id
    await this.call(admin, { method: 'DELETE', url: `${path}/${gone.capture_profile}` })
    const link = await this.#post(admin, `${at}/capture_links`, { profile_id: ids.capture_profile })
    ids.capture_link = link.id
    // A link is revoked, and stays.
    gone.capture_link = neverId()
    const { http, urls } = this.#harness
    // As if the first picture had been taken for it.
    await this.#harness.rows(
      `update images set additional_data = additional_data || '{"capture_step": "plate"}' where id::text = $1`,
      [ids.image],
    )
    known.holder = await openLink(http, urls[0] ?? '', link.url)
  }

  /** One of nothing, so that everything else stays, and as it is while something is left. */
  async #addErasure(admin: string): Promise<string> {
    const { id } = await this.#post(admin, '/v1/erasures', { reason: 'restored', inspection_digests: [] })
    for (const statement of [
      'insert into erasure_inspections (org_id, erasure_id, digest) select org_id, id, $2 from erasures where id = $1',
      "insert into erasure_objects (org_id, erasure_id, object_id, due_at) select org_id, id, gen_random_uuid(), 'infinity' from erasures where id = $1 and length($2) > 0",
    ])
      await this.#harness.rows(statement, [id, '0'.repeat(64)])
    // No worker runs that would make one.
    await this.#harness.rows(
      `insert into audit_checkpoints (org_id, sequence, hash, created_at, jws)
       select org_id, 1, $2, now(), $3 from erasures where id = $1 on conflict do nothing`,
      [id, '0'.repeat(64), secretOf(admin)],
    )
    return id
  }

  /** A link to object to the inspection, and an objection with a picture and a decision, as its page makes them. */
  async #addObjection(admin: string, { ids, gone }: Known): Promise<void> {
    const link = await this.#post(admin, '/v1/objection_links', { inspection_id: ids.inspection })
    ids.objection_link = link.id
    // Neither is ever deleted.
    gone.objection_link = neverId()
    gone.objection = neverId()
    const [row] = await this.#harness.rows<{ id: string }>(
      `insert into objections (org_id, link_id, form_id, inspection_id, text, due_at)
       select org_id, id, gen_random_uuid(), inspection_id, $2, now() + interval '9 days' from objection_links where id = $1
       returning id`,
      [link.id, secretOf(admin)],
    )
    ids.objection = row?.id ?? ''
    for (const statement of [
      `insert into objection_decisions (org_id, objection_id, decision, reason, decided_by)
       select org_id, id, 'rejected', $2, 'somebody' from objections where id = $1`,
      `insert into objection_pictures (org_id, id, objection_id, inspection_id, sha256, image_width, image_height, binary_size, derived_bytes)
       select org_id, gen_random_uuid(), id, inspection_id, $2, 1, 1, 1, 1 from objections where id = $1`,
      `insert into objection_sessions (org_id, link_id, token_sha256, expires_at)
       select org_id, link_id, encode(sha256(convert_to($2, 'utf8')), 'hex'), now() + interval '1 hour' from objections where id = $1`,
    ])
      await this.#harness.rows(statement, [ids.objection, secretOf(admin)])
  }

  /** Settings of the organization that can be recognised: without them, everybody reads the same defaults. */
  async plantSettings(admin: string): Promise<void> {
    const settings = [
      ['/v1/comparisons/settings', 'comparison_settings', { compares_returns: true }],
      ['/v1/objections/settings', 'objection_settings', { answer_days: 21 }],
      ['/v1/pictures/settings', 'picture_settings', { keeps_own_plate: false }],
      [
        '/v1/retention',
        'retention_rules',
        { inspections_days: 36_500, deleted_inspections_days: admin.startsWith('alder') ? 36_500 : null },
      ],
    ] as const
    for (const [url, table, body] of settings) {
      await this.call(admin, { method: 'PATCH', url, body: jsonBody(body) })
      await this.#harness.rows(`update ${table} set updated_by = $2 where org_id = $1`, [
        `org_${admin.split('-')[0]}`,
        secretOf(admin),
      ])
    }
  }

  /** The thing that a restore brings back. */
  async #deleteAgain(admin: string, at: string, { view, damage, pricing }: Ids): Promise<void> {
    const path = view ? `views/${view}` : damage ? `damages/${damage}` : `pricing/${pricing}`
    await this.call(admin, { method: 'DELETE', url: `${at}/${path}` })
  }

  async #lastEntry(admin: string, at: string): Promise<string> {
    const { data } = await this.call(admin, { method: 'GET', url: `${at}/history?limit=1` })
    return data[0].id
  }

  /** What the organization did last; it has webhooks from its first inspection on. */
  async #lastAdministration(admin: string): Promise<string> {
    const { data } = await this.call(admin, { method: 'GET', url: '/v1/administration_events?limit=1' })
    return data[0].id
  }

  /** One of each thing that was deleted again, and what models find on what is left. */
  async #addGone(admin: string, at: string, known: Known): Promise<void> {
    const { ids, gone } = known
    const add = async (path: string, body: object) => (await this.#post(admin, `${at}${path}`, body)).id
    // A replay cannot be deleted.
    gone.replay = neverId()
    gone.damage = await add('/damages', damageOf('grill'))
    gone.view = await add('/views', viewOf(ids))
    gone.pricing = await add('/pricing', priceOf('grill'))
    gone.severity = gone.pricing
    for (const path of [`images/${gone.image}`, `damages/${gone.damage}`, `views/${gone.view}`])
      await this.call(admin, { method: 'DELETE', url: `${at}/${path}` })
    await this.call(admin, { method: 'DELETE', url: `${at}/pricing/${gone.pricing}` })
    known.renderedOutputUrl = await this.#addFindings(admin, at, known)
  }

  /** The JSON of an answer that must succeed. `url` is a path. */
  async call(account: string, ask: Ask) {
    const { http, tokens, urls } = this.#harness
    const headers = { ...ask.headers, authorization: `Bearer ${await tokens.of(account)}` }
    const answer = await http.ask({ ...ask, url: `${urls[0]}${ask.url}`, headers })
    if (answer.status > 299) throw new Error(`${ask.method} ${ask.url} by ${account}: ${answer.text}`)
    return JSON.parse(answer.text)
  }

  async #post(account: string, url: string, body: object) {
    return this.call(account, { method: 'POST', url, body: jsonBody(body) })
  }

  async #createInspection(account: string, key: string): Promise<string> {
    const { id } = await this.call(account, {
      method: 'POST',
      url: '/v1/inspections',
      headers: { 'idempotency-key': key },
      body: inspectionBody(account),
    })
    return id
  }

  async #addImage(account: string, at: string, known: Known): Promise<void> {
    const body = multipartBody(imageJson(['compliances']), 'file', this.picture())
    const { id, path } = await this.call(account, { method: 'POST', url: `${at}/images`, body })
    known.images.push(id)
    known.pictureUrls.push(path)
  }

  async #addReplay(account: string, at: string, { ids }: Known): Promise<string> {
    for (const status of ['TODO', 'DONE'])
      await this.call(account, {
        method: 'PATCH',
        url: `${at}/tasks/compliances`,
        body: jsonBody({ status }),
      })
    return plantReplay(this.#harness, ids.inspection, ids.image)
  }

  async #addFindings(account: string, at: string, { ids }: Known): Promise<string> {
    await plantFindings(this.#harness, ids.inspection, ids.image)
    const { images } = await this.call(account, { method: 'GET', url: at })
    return images[0].rendered_outputs[0].path
  }

  async #uploadReport(account: string, at: string): Promise<string> {
    const body = multipartBody({ pdf_post_strategy: 'upload' }, 'pdf_data', PDF(secretOf(account)))
    await this.call(account, { method: 'POST', url: `${at}/pdf`, body })
    return (await this.call(account, { method: 'GET', url: `${at}/pdf` })).pdf_url
  }
}

/** Things of each of the attacker's people, and of the victim's those of its admin and of whom is wanted beside. */
export async function createWorld(maker: Maker, victims: readonly (keyof World['alder'])[]): Promise<World> {
  const organization = async (org: string, isWanted: (whose: (typeof PEOPLE)[number]) => boolean) => {
    // One that nobody uses, so that an attack on tickets would be seen.
    await maker.call(`${org}-admin`, { method: 'POST', url: '/v1/events/tickets', body: jsonBody({}) })
    await maker.plantSettings(`${org}-admin`)
    const deleted = await maker.create(`${org}-admin`)
    await maker.call(`${org}-admin`, {
      method: 'DELETE',
      url: `/v1/inspections/${deleted.ids.inspection}`,
    })
    const other = await maker.create(`${org}-admin`)
    await maker.call(`${org}-admin`, {
      method: 'POST',
      url: `/v1/inspections/${other.ids.inspection}/hold`,
      body: jsonBody({ reason: secretOf(org) }),
    })
    const admin = await maker.create(`${org}-admin`)
    const of = async (whose: (typeof PEOPLE)[number]) =>
      isWanted(whose) ? maker.create(`${org}-${whose}`) : admin
    return {
      deleted,
      other,
      admin,
      member: await of('member'),
      member2: await of('member2'),
      device: await of('device'),
    }
  }
  return {
    alder: await organization('alder', (whose) => victims.includes(whose)),
    birch: await organization('birch', () => true),
  }
}

export const secretOf = (account: string) => (account.startsWith('alder') ? CANARY : 'birch')

/** What the people of an organization create an inspection with. */
export function inspectionBody(account: string): Body {
  const secret = secretOf(account)
  return jsonBody({
    tasks: { compliances: {} },
    vehicle: { plate: secret, vin: secret },
    additional_data: { note: secret },
  })
}

const damageOf = (part_type: string) => ({ damage_type: 'scratch', part_type })
const priceOf = (part_type: string) => ({ pricing: 4711.25, related_item_type: 'part', part_type })

function viewOf({ image, damage }: Ids) {
  const bounding_box = { xmin: 1, ymin: 2, width: 30, height: 40 }
  return { image_id: image, damage_id: damage, bounding_box }
}

function idsIn(inspection: string): Ids {
  return {
    inspection,
    image: '',
    replay: '',
    damage: '',
    view: '',
    pricing: '',
    severity: '',
    history_entry: '',
    webhook_endpoint: '',
    webhook_delivery: '',
    administration_event: '',
    comparison: '',
    comparison_place: '',
    earlier_inspection: '',
    capture_profile: '',
    capture_link: '',
    erasure: '',
    objection: '',
    objection_link: '',
  }
}
