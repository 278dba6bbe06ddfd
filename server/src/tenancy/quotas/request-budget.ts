const WINDOW_MS = 60_000
/** A lease is as large as what the process has let through so far: few questions, and little that is kept from others. */
const LEASE_MIN = 10
const LEASE_SHARE_MAX = 1 / 30
/** How often a process asks whether an organization that was refused may go on. */
const ASK_AGAIN_MS = 1_000

export type Lease = { granted: number; requests_used: number; ms_left: number }

export type Taken = { allowed: boolean; remaining: number; windowLeftS: number }

/**
 * The requests of one organization in the current minute, as one process sees them. Requests are let through from a
 * lease; while one is being asked for they are let through on credit, which the next question pays. A process that
 * hears nothing from the database lets as many through as the organization may have in all, and no more.
 */
export class RequestBudget {
  #endsMs = 0
  /** Let through in this minute, by this process. */
  #admitted = 0
  #lease = 0
  #credit = 0
  #used = 0
  #isUsedUp = false
  #askedMs = Number.NEGATIVE_INFINITY

  take(nowMs: number, limit: number): Taken {
    if (nowMs >= this.#endsMs) this.#begin(nowMs - (nowMs % WINDOW_MS) + WINDOW_MS)
    const allowed = this.#lease > 0 || this.#mayOwe(limit)
    if (allowed) {
      this.#admitted++
      if (this.#lease > 0) this.#lease--
      else this.#credit++
    }
    const remaining = allowed ? Math.max(0, limit - this.#used + this.#lease - this.#credit) : 0
    return { allowed, remaining, windowLeftS: Math.max(1, Math.ceil((this.#endsMs - nowMs) / 1_000)) }
  }

  /** What to ask the database for now, or null when there is nothing to ask. */
  ask(nowMs: number, limit: number): { spent: number; wanted: number } | null {
    const share = Math.max(
      1,
      Math.min(Math.ceil(limit * LEASE_SHARE_MAX), Math.max(LEASE_MIN, this.#admitted)),
    )
    if (this.#isUsedUp ? nowMs - this.#askedMs < ASK_AGAIN_MS : this.#lease * 2 > share) return null
    return this.settle(nowMs, share - this.#lease)
  }

  /** What was let through on credit, to be paid with the next question. */
  settle(nowMs: number, wanted = 0): { spent: number; wanted: number } {
    const spent = this.#credit
    this.#askedMs = nowMs
    this.#credit = 0
    return { spent, wanted }
  }

  /** The minute is the database's: its end here follows what it says. */
  answer(nowMs: number, limit: number, { granted, requests_used, ms_left }: Lease, wanted: number): void {
    const endsMs = nowMs + ms_left
    if (endsMs > this.#endsMs + WINDOW_MS / 2) this.#begin(endsMs)
    this.#endsMs = endsMs
    this.#lease += granted
    this.#used = requests_used
    this.#isUsedUp = wanted > 0 && granted === 0 && requests_used >= limit
  }

  #mayOwe(limit: number): boolean {
    return !this.#isUsedUp && this.#admitted < limit && this.#used + this.#credit < limit
  }

  /** Nobody heard the question: what it would have paid is still owed. */
  fail(spent: number): void {
    this.#credit += spent
  }

  #begin(endsMs: number): void {
    this.#endsMs = endsMs
    this.#admitted = 0
    this.#lease = 0
    this.#credit = 0
    this.#used = 0
    this.#isUsedUp = false
  }
}
