import type { Clock } from '../../core/platform/clock.ts'
import type { Config } from '../../core/platform/config.ts'
import type { Database } from '../../core/platform/database.ts'
import type { Log } from '../../core/platform/log.ts'
import type { QuotaLimits, QuotaSource } from '../../core/platform/quota-limits.ts'
import { type LeaseRow, leaseRequests } from './lease-requests.ts'
import { defaultLimits, limitsOf } from './limits.ts'
import { RequestBudget, type Taken } from './request-budget.ts'

const REFRESH_MS = 5_000
/** After a question that the database did not answer. */
const FAILED_PAUSE_MS = 1_000
const ORGANIZATIONS_MAX = 10_000
const ASKED_AT_ONCE_MAX = 500
const WARNED_EVERY_MS = 60_000

export type QuotaUse = { bytes_stored: number; inspections_per_day: number; dayEndsMs: number }

type Entry = {
  budget: RequestBudget
  limits: QuotaLimits
  use: QuotaUse | null
  readMs: number
  asked: { spent: number; wanted: number } | null
}

/**
 * What every organization may use, and its requests of the minute, as one process knows them. No request waits for it:
 * one statement at a time, for all organizations that need one, keeps both up to date. An organization that comes for
 * the first time has the defaults until the first answer, some milliseconds later.
 */
export class QuotaCache implements QuotaSource {
  readonly #options: { database: Pick<Database, 'callAcross'>; config: Config; clock: Clock; log: Log }
  readonly #defaults: QuotaLimits
  readonly #entries = new Map<string, Entry>()
  readonly #waiting = new Set<string>()
  #isAsking = false
  #pausedUntilMs = 0
  #warnedMs = Number.NEGATIVE_INFINITY

  constructor(options: {
    database: Pick<Database, 'callAcross'>
    config: Config
    clock: Clock
    log: Log
  }) {
    this.#options = options
    this.#defaults = defaultLimits(options.config)
  }

  of(orgId: string): QuotaLimits {
    const entry = this.#entryOf(orgId)
    if (entry.asked ? this.#isHeldBack(orgId) : this.#isStale(entry)) this.#wait(orgId)
    return entry.limits
  }

  /** What the organization uses, as last read; null before the first answer. */
  useOf(orgId: string): QuotaUse | null {
    return this.#entryOf(orgId).use
  }

  /** Takes one request of the minute. */
  takeRequest(orgId: string): Taken {
    const entry = this.#entryOf(orgId)
    const limit = entry.limits.requests_per_minute_max
    const taken = entry.budget.take(this.#nowMs(), limit)
    if (entry.asked) {
      if (this.#isHeldBack(orgId)) this.#wait(orgId)
      return taken
    }
    entry.asked = entry.budget.ask(this.#nowMs(), limit)
    if (entry.asked || this.#isStale(entry)) this.#wait(orgId)
    return taken
  }

  /** The shares of each quota that the organizations use who use most, of those this process has served, the largest first. */
  largestUses(count: number): Record<keyof Omit<QuotaUse, 'dayEndsMs'>, number[]> {
    const nowMs = this.#nowMs()
    const entries = [...this.#entries.values()]
    const largest = (shareOf: (entry: { limits: QuotaLimits; use: QuotaUse }) => number) =>
      entries
        .flatMap(({ limits, use }) => (use ? [shareOf({ limits, use })] : []))
        .sort((a, b) => b - a)
        .slice(0, count)
    return {
      bytes_stored: largest(({ limits, use }) => share(use.bytes_stored, limits.bytes_stored_max)),
      inspections_per_day: largest(({ limits, use }) =>
        use.dayEndsMs > nowMs ? share(use.inspections_per_day, limits.inspections_per_day_max) : 0,
      ),
    }
  }

  #nowMs(): number {
    return this.#options.clock.nowMs()
  }

  #isStale(entry: Entry): boolean {
    return this.#nowMs() - entry.readMs >= REFRESH_MS
  }

  /** Its question came in the pause after one that failed: nobody asks it but the next request. */
  #isHeldBack(orgId: string): boolean {
    return !this.#isAsking && this.#waiting.has(orgId)
  }

  #entryOf(orgId: string): Entry {
    const known = this.#entries.get(orgId)
    const entry = known ?? {
      budget: new RequestBudget(),
      limits: this.#defaults,
      use: null,
      readMs: Number.NEGATIVE_INFINITY,
      asked: null,
    }
    // The map keeps the order of last use; whoever came the longest time ago is forgotten first.
    this.#entries.delete(orgId)
    this.#entries.set(orgId, entry)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > ORGANIZATIONS_MAX && !oldest.done) this.#entries.delete(oldest.value)
    return entry
  }

  #wait(orgId: string): void {
    this.#waiting.add(orgId)
    if (this.#isAsking || this.#nowMs() < this.#pausedUntilMs) return
    this.#isAsking = true
    // It never rejects.
    void this.#ask()
  }

  async #ask(): Promise<void> {
    while (this.#waiting.size > 0 && this.#nowMs() >= this.#pausedUntilMs) {
      const orgs = [...this.#waiting].slice(0, ASKED_AT_ONCE_MAX)
      const asked = orgs.flatMap((org) => {
        this.#waiting.delete(org)
        const entry = this.#entries.get(org)
        if (!entry) return []
        entry.asked ??= entry.budget.settle(this.#nowMs())
        return [{ org, ...entry.asked }]
      })
      try {
        const rows = await leaseRequests(
          this.#options.database,
          asked,
          this.#defaults.requests_per_minute_max,
        )
        for (const row of rows) this.#answer(row)
      } catch (error) {
        this.#fail(asked, error)
      }
    }
    this.#isAsking = false
  }

  #answer(row: LeaseRow): void {
    const entry = this.#entries.get(row.org)
    if (!entry) return
    const nowMs = this.#nowMs()
    entry.limits = limitsOf(this.#options.config, row)
    entry.use = {
      bytes_stored: row.bytes_stored,
      inspections_per_day: row.inspections_per_day,
      dayEndsMs: nowMs + row.day_ms_left,
    }
    entry.readMs = nowMs
    entry.budget.answer(nowMs, entry.limits.requests_per_minute_max, row, entry.asked?.wanted ?? 0)
    entry.asked = null
  }

  #fail(asked: { org: string; spent: number }[], error: unknown): void {
    this.#pausedUntilMs = this.#nowMs() + FAILED_PAUSE_MS
    for (const { org, spent } of asked) {
      const entry = this.#entries.get(org)
      entry?.budget.fail(spent)
      if (entry) entry.asked = null
    }
    if (this.#nowMs() - this.#warnedMs < WARNED_EVERY_MS) return
    this.#warnedMs = this.#nowMs()
    this.#options.log.warn({ err: error }, 'quotas could not be read; the last ones known hold')
  }
}

const share = (used: number, limit: number) => (limit > 0 ? used / limit : used > 0 ? 1 : 0)
