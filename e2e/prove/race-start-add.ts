import { setTimeout as delay } from 'node:timers/promises'
import { type Client, field } from '../../testing/client.ts'
import type { Harness } from '../../testing/harness.ts'
import { vary } from '../../testing/pictures.ts'
import type { Random } from '../../testing/random.ts'
import type { Violations } from './campaign.ts'

export type RaceParts = { harness: Harness; random: Random; violations: Violations; pictures: Buffer[] }

const REMEMBERED = 60

/**
 * Pictures are added for `compliances` while it is started. The start is aimed at the moment the pictures are
 * expected to commit, as learned from the rounds before, so that some come in time and some come too late.
 */
export class StartAddRace {
  readonly #parts: RaceParts
  /** How many pictures a round adds. */
  readonly #adds: number
  readonly #clients: Client[]
  #tookMs: number[] = [60, 90, 120, 150]
  mixed = 0
  accepted = 0
  refused = 0

  constructor(parts: RaceParts, adds: number) {
    this.#parts = parts
    this.#adds = adds
    // Each client talks to one API process, so that all are always in the race.
    this.#clients = parts.harness.urls.map((url, n) =>
      parts.harness.createClient(`racer-${n}`, 'alder-member', [url]),
    )
  }

  async run(round: number): Promise<void> {
    const { random, violations, pictures } = this.#parts
    const inspection = await this.#client(round).createInspection()
    if (!inspection) return violations.add('server_errors', `round ${round}: the inspection was not created`)
    const startedMs = performance.now()
    let answered = 0
    const adds = Array.from({ length: this.#adds }, async (_, n) => {
      const answer = await this.#client(n).createImage(inspection, vary(random.pick(pictures), random), [
        'compliances',
      ])
      const endMs = performance.now()
      answered += 1
      this.#learn(endMs - startedMs)
      return { answer, endMs }
    })
    await this.#waitForMoment(() => answered)
    const startSentMs = performance.now()
    const start = await this.#client(random.below(2)).updateTask(inspection, 'compliances', 'TODO', 0)
    if (start?.status !== 200)
      violations.add('server_errors', `start answered ${start?.status} ${start?.text}`)
    const told = await Promise.all(adds)
    for (const { answer, endMs } of told) {
      const status = answer?.status ?? 0
      if (status !== 201 && status !== 409)
        violations.add('server_errors', `add answered ${status} ${answer?.text}`)
      if (status === 409 && endMs < startSentMs)
        violations.add('wrong_refusals', `${inspection}: 409 before the start`)
    }
    await this.#compare(inspection, told)
  }

  async #compare(
    inspection: string,
    told: { answer: { status: number; text: string } | null }[],
  ): Promise<void> {
    const { harness, violations } = this.#parts
    const accepted = told.flatMap(({ answer }) =>
      answer?.status === 201 ? [field({ ...answer, headers: {} }, 'id')] : [],
    )
    const refused = told.filter(({ answer }) => answer?.status === 409).length
    this.accepted += accepted.length
    this.refused += refused
    if (accepted.length > 0 && refused > 0) this.mixed += 1
    const runs = await harness.rows<{ generation: number; image_ids: string[] }>(
      'select generation, image_ids::text[] as image_ids from task_runs where inspection_id = $1',
      [inspection],
    )
    const [run] = runs
    if (runs.length !== 1 || run?.generation !== 1)
      return violations.add('runs_not_one', `${inspection}: ${runs.length}`)
    if (run.image_ids.toSorted().join() !== accepted.toSorted().join())
      violations.add(
        'wrong_picture_sets',
        `${inspection}: told ${accepted.length}, run on ${run.image_ids.length}`,
      )
  }

  #client(n: number): Client {
    const client = this.#clients[n % this.#clients.length]
    if (!client) throw new Error('there is no API process')
    return client
  }

  #learn(tookMs: number): void {
    this.#tookMs = [...this.#tookMs, tookMs].slice(-REMEMBERED)
  }

  /** Half the rounds start at a commit time of earlier rounds, half right after some pictures were answered. */
  async #waitForMoment(answered: () => number): Promise<void> {
    const { random } = this.#parts
    const sorted = this.#tookMs.toSorted((a, b) => a - b)
    const learnedMs = sorted[Math.floor(random.next() * sorted.length)] ?? 0
    if (random.next() < 0.5) return void (await delay(Math.max(0, learnedMs - random.between(0, 20))))
    const enough = 1 + random.below(this.#adds - 2)
    while (answered() < enough) await delay(1)
    await delay(random.between(0, 15))
  }
}
