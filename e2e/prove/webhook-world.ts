import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { type Ask, jsonBody } from '../../testing/http.ts'
import type { ServerProcess } from '../../testing/processes.ts'
import { PUBLIC } from '../../testing/public-address.ts'
import type { Recorded } from './webhook-checks.ts'
import type { Receivers } from './webhook-receivers.ts'

const SENDER = 'server/test/webhook-sender.ts'
const API = 'server/test/with-loopback-internet.ts'

export type Endpoint = { id: string; path: string }

/** An organization's people who register endpoints and make things happen, and the senders that tell of it. */
export class WebhookWorld {
  readonly #harness: Harness
  readonly #receivers: Receivers
  readonly #url: string

  private constructor(harness: Harness, receivers: Receivers, url: string) {
    this.#harness = harness
    this.#receivers = receivers
    this.#url = url
  }

  static async open(harness: Harness, receivers: Receivers): Promise<WebhookWorld> {
    const options = { public: PUBLIC, ports: receivers.ports }
    const { url } = await harness.startApi(API, ['api', JSON.stringify(options)])
    return new WebhookWorld(harness, receivers, url)
  }

  /** Time passes at once: the clock of the database decides, so what it has written moves into the past. */
  async putForward(ms: number): Promise<void> {
    await this.#harness.rows(
      `with passed as materialized (select make_interval(secs => $1) as time),
       endpoints as (
         update webhook_endpoints set failing_since = failing_since - time, last_attempt_at = last_attempt_at - time
         from passed returning 1
       )
       update webhook_deliveries set next_attempt_at = next_attempt_at - time
       from passed where (select count(*) from endpoints) >= 0`,
      [ms / 1_000],
    )
  }

  async startSender(attemptMsMax: number): Promise<ServerProcess> {
    const { ports } = this.#receivers
    const options = { public: PUBLIC, ports, attemptMsMax }
    return this.#harness.startWorker(SENDER, [JSON.stringify(options)])
  }

  async call(org: string, ask: Omit<Ask, 'url'> & { path: string }) {
    const { http, tokens } = this.#harness
    const headers = { authorization: `Bearer ${await tokens.of(`${org}-manager`)}` }
    const { path, ...rest } = ask
    const answer = await http.ask({ ...rest, url: `${this.#url}/v1${path}`, headers })
    if (answer.status > 299) throw new Error(`${ask.method} ${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }

  async register(org: string, path: string): Promise<Endpoint> {
    const body = jsonBody({ url: this.#receivers.url(path) })
    const { id, secret } = await this.call(org, { method: 'POST', path: '/webhook_endpoints', body })
    this.#receivers.trust(path, secret)
    return { id, path }
  }

  async enable(org: string, { id }: Endpoint, isEnabled: boolean): Promise<void> {
    const body = jsonBody({ is_enabled: isEnabled })
    await this.call(org, { method: 'PATCH', path: `/webhook_endpoints/${id}`, body })
  }

  async remove(org: string, { id }: Endpoint): Promise<void> {
    await this.call(org, { method: 'DELETE', path: `/webhook_endpoints/${id}` })
  }

  async inspect(org: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const body = jsonBody({ tasks: {} })
      ids.push((await this.call(org, { method: 'POST', path: '/inspections', body })).id)
    }
    return ids
  }

  /** Something happens to an inspection. */
  async change(org: string, inspection: string, n: number): Promise<void> {
    const body = jsonBody({ additional_data: { n } })
    await this.call(org, { method: 'PATCH', path: `/inspections/${inspection}`, body })
  }

  /** Many things happen at once. */
  async plant(org: string, count: number): Promise<void> {
    await this.#harness.rows(
      `insert into events (org_id, inspection_id, id, type, payload, created_by)
       select i.org_id, i.id, time_ordered_uuid(), 'inspection.updated', '{}', 'planted'
       from (select *, row_number() over (order by id) as nth, count(*) over () as all from inspections where org_id = $1) i
       cross join lateral generate_series(1, $2::int) n where n % i.all = i.nth - 1`,
      [`org_${org}`, count],
    )
  }

  /** The events of an organization after a position, in order. */
  async events(org: string, after = 0): Promise<Recorded[]> {
    return this.#harness.rows<Recorded>(
      `select id, inspection_id, type, position::int from events
       where org_id = $1 and (position > $2 or position is null) and type not like '%.progressed' order by position`,
      [`org_${org}`, after],
    )
  }

  async lastPosition(): Promise<number> {
    const [row] = await this.#harness.rows<{ last: number }>(
      'select coalesce(max(position), 0)::int as last from events',
    )
    return row?.last ?? 0
  }

  /** Marks everything that happened as told, without telling anybody. */
  async skipEvents(): Promise<void> {
    await this.#harness.rows('select publish_events(100000)')
    await this.#harness.rows('update webhook_cursor set position = (select max(position) from events)')
  }

  /** How many messages to these endpoints are neither delivered nor given up, by whether they were tried. */
  async countPending(endpoints: readonly Endpoint[]): Promise<{ untried: number; due: number; all: number }> {
    const [row] = await this.#harness.rows<{ untried: number; due: number; all: number }>(
      `select count(*) filter (where attempt_count = 0)::int as untried,
         count(*) filter (where attempt_count = 0 or next_attempt_at <= clock_timestamp())::int as due, count(*)::int as all
       from webhook_deliveries where state = 'pending' and endpoint_id = any($1)`,
      [endpoints.map(({ id }) => id)],
    )
    return row ?? { untried: 0, due: 0, all: 0 }
  }

  /**
   * Every event has become deliveries, and none of these endpoints has any left: at all, or that could be sent now. A good
   * receiver gets all, also what a slow machine sent too late and sends again.
   */
  async settle(endpoints: readonly Endpoint[], which: 'all' | 'due', timeoutMs = 300_000): Promise<void> {
    const untilMs = Date.now() + timeoutMs
    for (;;) {
      const [row] = await this.#harness.rows<{ done: boolean }>(
        `select not exists (select from events where position is null or position > (select position from webhook_cursor)) as done`,
      )
      const left = (await this.countPending(endpoints))[which]
      if (row?.done && left === 0) return
      if (Date.now() > untilMs)
        throw new Error(`hung after ${timeoutMs / 1_000} s: ${left} messages are left`)
      await delay(100)
    }
  }
}
