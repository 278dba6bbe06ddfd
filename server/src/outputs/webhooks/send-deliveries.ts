import type { Context } from '../../core/platform/context.ts'
import { DATABASE_NOW, type Database } from '../../core/platform/database.ts'
import type { Egress } from '../../core/platform/egress.ts'
import type { Hints } from '../../core/platform/hints.ts'
import type { Log } from '../../core/platform/log.ts'
import type { Metrics } from '../../core/platform/metrics.ts'
import { addressDelivery, type ClaimedDelivery } from './claimed-delivery.ts'
import { fanOut } from './fan-out.ts'
import { ATTEMPT_MS_MAX, attempt, notSent, type Outcome, statusClassOf } from './outcome.ts'
import { recordAttempt, releaseDelivery } from './record-attempt.ts'

export type SenderParts = {
  database: Pick<Database, 'callAcross'>
  contextOf: (orgId: string) => Context
  egress: Pick<Egress, 'post' | 'close'>
  /** Null where nobody hears of commits: then the polling alone finds them. */
  hints: Pick<Hints, 'listen'> | null
  log: Log
  metrics: Metrics
  /** How long a receiver may take; tests do not want to wait so long. */
  attemptMsMax?: number
  /** False where the operator says that nothing is sent from here. */
  isSending?: boolean
}

/** How often deliveries are taken that are due by their time alone. */
const POLL_MS = 1_000
/** How often events are looked for that no hint told of: only what a broken connection has kept back. */
const LOOK_MS = 5_000
/** Without hints looking is all there is. */
const LOOK_UNHINTED_MS = 500
const TRY_AGAIN_MS = 1_000
/** After the time an attempt may take, the time to write down what became of it. */
const LEASE_RESERVE_MS = 5_000
/** Requests of this process, of all organizations; a half of them for receivers that are not known to be quick. */
const AT_ONCE = 64
const SLOW_AT_ONCE = 32
const PER_ORGANIZATION = 4
const SLOW_PER_ORGANIZATION = 2
const PER_ENDPOINT = 2
const AGE_EVERY_MS = 10_000

export const SENDING_OFF =
  'sending is switched off: this database is a copy, and the original may send the same webhooks and callbacks; to send from here, run: node server/src/migrate.ts --switch-sending-on'

/**
 * Sends webhooks and callbacks. Any number of processes may: each takes what is due under a lease, sends it outside of
 * any transaction, and writes down what became of it. One that dies loses nothing: its leases run out.
 */
export class Sender {
  readonly #parts: SenderParts
  readonly #attemptMsMax: number
  readonly #lookMs: number
  readonly #underWay = new Set<Promise<void>>()
  #slow = 0
  #hinted = false
  #lookAtMs = 0
  #closing = false
  /** Whether something ended or happened since the last turn began. */
  #woken = false
  #endSleep: () => void = () => {}
  #ageAtMs = 0
  #isFailing = false
  #isHome = true
  #running: Promise<void> = Promise.resolve()

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#attemptMsMax = parts.attemptMsMax ?? ATTEMPT_MS_MAX
    this.#lookMs = parts.hints ? LOOK_MS : LOOK_UNHINTED_MS
  }

  start(): void {
    this.#parts.hints?.listen(() => {
      this.#hinted = true
      this.#wake()
    })
    this.#running = this.#run()
  }

  /** Takes nothing more and waits for what is under way. What is not done by then is cut off and given back. */
  async close(waitMs: number): Promise<void> {
    this.#closing = true
    this.#wake()
    await this.#running
    const timer = setTimeout(() => this.#parts.egress.close(), waitMs)
    await Promise.all(this.#underWay)
    clearTimeout(timer)
    this.#parts.egress.close()
  }

  /** What an operator should know although everything works. */
  findNotices(): string[] {
    if (this.#parts.isSending === false) return ['sending is switched off by WEBHOOK_SENDING']
    return this.#isHome ? [] : [SENDING_OFF]
  }

  #wake(): void {
    this.#woken = true
    this.#endSleep()
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      this.#woken = false
      const waitMs = await this.#turn()
      if (waitMs > 0 && !this.#woken) await this.#sleep(waitMs)
    }
  }

  /** Returns for how long there is nothing to do, as far as this process knows. */
  async #turn(): Promise<number> {
    try {
      // Also while there is so much to send that it never sleeps, and nobody hints.
      if (this.#hinted || performance.now() >= this.#lookAtMs) {
        this.#hinted = false
        this.#lookAtMs = performance.now() + this.#lookMs
        await fanOut(this.#parts)
      }
      const taken = await this.#take()
      await this.#measureAge()
      if (this.#isFailing) this.#parts.log.info('sending webhooks again')
      this.#isFailing = false
      return taken > 0 ? 0 : Math.min(POLL_MS, this.#lookMs)
    } catch (error) {
      if (!this.#isFailing)
        this.#parts.log.warn({ err: error }, 'webhooks wait: the database does not answer; trying again')
      this.#isFailing = true
      this.#hinted = true
      return TRY_AGAIN_MS
    }
  }

  /** Until something ends or happens, or the time is over. */
  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#endSleep = () => {}
  }

  async #take(): Promise<number> {
    const { database } = this.#parts
    const free = AT_ONCE - this.#underWay.size
    if (free <= 0 || this.#parts.isSending === false) return 0
    const taken = await database.callAcross<ClaimedDelivery>('claim_webhook_deliveries', [
      DATABASE_NOW,
      `${this.#attemptMsMax + LEASE_RESERVE_MS} ms`,
      free,
      Math.max(SLOW_AT_ONCE - this.#slow, 0),
      PER_ORGANIZATION,
      SLOW_PER_ORGANIZATION,
      PER_ENDPOINT,
    ])
    for (const delivery of taken) this.#begin(delivery)
    return taken.length
  }

  #begin(delivery: ClaimedDelivery): void {
    const slow = delivery.is_quick ? 0 : 1
    this.#slow += slow
    const sending = this.#send(delivery)
      .catch((error) => this.#parts.log.warn({ err: error, ...namesOf(delivery) }, 'webhook not recorded'))
      .finally(() => {
        this.#slow -= slow
        this.#underWay.delete(sending)
        // A message that waited for this one may be due now.
        this.#wake()
      })
    this.#underWay.add(sending)
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { contextOf, log, metrics } = this.#parts
    const ctx = contextOf(delivery.org_id)
    const outcome = await this.#attempt(delivery, ctx)
    if (!outcome) return releaseDelivery(ctx, delivery)
    metrics.webhookAttempts.inc({ outcome: statusClassOf(outcome) ?? outcome.error ?? '' })
    const recorded = await recordAttempt(ctx, delivery, outcome)
    const line = { ...namesOf(delivery), attempt: delivery.attempt_count + 1, reason: outcome.reason }
    if (recorded === 'failed') log.warn(line, 'webhook given up: this was its last attempt')
    if (recorded === 'retried') log.info(line, 'webhook not delivered; it is sent again later')
    if (recorded === 'lost') log.warn(line, 'webhook took so long that another process sends it as well')
  }

  async #attempt(delivery: ClaimedDelivery, ctx: Context): Promise<Outcome | null> {
    try {
      const { url, message } = await addressDelivery(ctx.keys, delivery)
      return await attempt(this.#parts.egress, url, message, this.#attemptMsMax)
    } catch (error) {
      this.#parts.log.error({ err: error, ...namesOf(delivery) }, 'webhook cannot be made')
      return notSent(error instanceof Error ? error.message : 'unknown')
    }
  }

  async #measureAge(): Promise<void> {
    const { database, metrics } = this.#parts
    if (performance.now() < this.#ageAtMs) return
    this.#ageAtMs = performance.now() + AGE_EVERY_MS
    const [row] = await database.callAcross<{ oldest_due_webhook_delivery: number | null }>(
      'oldest_due_webhook_delivery',
      [DATABASE_NOW],
    )
    metrics.webhookOldestDue.set(Math.max(row?.oldest_due_webhook_delivery ?? 0, 0))
    await this.#lookWhetherHome()
  }

  /** Only to say so: the database hands nothing out in a copy. */
  async #lookWhetherHome(): Promise<void> {
    const { database, metrics, log } = this.#parts
    const [row] = await database.callAcross<{ is_webhook_home: boolean }>('is_webhook_home', [])
    const isHome = row?.is_webhook_home === true
    metrics.webhookSending.set(isHome && this.#parts.isSending !== false ? 1 : 0)
    if (this.#isHome && !isHome) log.warn(SENDING_OFF)
    if (!this.#isHome && isHome) log.info('sending is switched on')
    this.#isHome = isHome
  }
}

const namesOf = ({ org_id, endpoint_id, id, event_id, event_type }: ClaimedDelivery) => ({
  org_id,
  endpoint_id,
  delivery_id: id,
  event_id,
  event_type,
})
