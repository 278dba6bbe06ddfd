import type { Told } from './fuzz-send.ts'

type Tally = { sent: number; done: number; sound: number; soundDone: number; refusals: Map<string, number> }

/** What became of the requests, by operation and by status. */
export class Tallies {
  readonly #tallies = new Map<string, Tally>()
  readonly #statuses = new Map<number, number>()
  /** Sound requests that were answered with 2xx. */
  succeeded = 0

  add(operation: string, { status, text }: Told, isSound: boolean): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    const tally = this.#tallies.get(operation) ?? newTally()
    this.#tallies.set(operation, tally)
    const isDone = status >= 200 && status < 300
    tally.sent += 1
    if (isDone) tally.done += 1
    if (!isSound) return
    tally.sound += 1
    if (isDone) {
      tally.soundDone += 1
      this.succeeded += 1
      return
    }
    const refusal = `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`
    tally.refusals.set(refusal, (tally.refusals.get(refusal) ?? 0) + 1)
  }

  hasDone(operation: string): boolean {
    return (this.#tallies.get(operation)?.done ?? 0) > 0
  }

  statusClasses(): Record<string, number> {
    const classes: Record<string, number> = {}
    for (const [status, count] of this.#statuses) {
      const name = `status_${Math.floor(status / 100)}xx`
      classes[name] = (classes[name] ?? 0) + count
    }
    return classes
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

function newTally(): Tally {
  return { sent: 0, done: 0, sound: 0, soundDone: 0, refusals: new Map() }
}
