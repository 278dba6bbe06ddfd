import { setTimeout as delay } from 'node:timers/promises'
import { stackCommand } from '../../testing/ground.ts'
import type { Harness } from '../../testing/harness.ts'
import type { ServerProcess } from '../../testing/processes.ts'
import type { Random } from '../../testing/random.ts'
import { OUTAGES, type StoreLine } from '../../testing/store-line.ts'
import type { Violations } from './campaign.ts'

const READY_S_MAX = 10

export type FaultPlan = {
  workerKills: number
  databaseKills: number
  apiKills: number
  storeOutages: number
  /** Whether all processes are ready before each fault, where the plan leaves nothing to chance. */
  meetsReady?: boolean
}
export type FaultParts = {
  harness: Harness
  random: Random
  violations: Violations
  say: (line: string) => void
  /** Between the service and its object store. */
  line: StoreLine
  /** Done before a killed worker is started again. */
  afterWorkerKill?: (() => Promise<void>) | undefined
}

/** Kills at random moments and starts again at once, as a supervisor would. Figures are in seconds. */
export class Faults {
  readonly #parts: FaultParts
  workerKills = 0
  databaseKills = 0
  apiKills = 0
  storeOutages = 0
  readyAfterDatabaseMax = 0
  restartMax = 0

  startsFailed = 0

  constructor(parts: FaultParts) {
    this.#parts = parts
    for (const process of [...parts.harness.apis, ...parts.harness.workers])
      process.supervise((wasReady) => this.#note(process, wasReady))
  }

  /** A ready process must outlive its database; one that only starts may fail and be started again. */
  #note(process: ServerProcess, wasReady: boolean): void {
    if (wasReady) this.#parts.violations.add('process_ended', `${process.launch.name} ended by itself`)
    else this.startsFailed += 1
  }

  async run(plan: FaultPlan): Promise<void> {
    const { harness, random, say } = this.#parts
    const faults = shuffle<() => Promise<unknown>>(random, [
      ...Array.from({ length: plan.workerKills }, () => () => this.#killWorker()),
      ...Array.from({ length: plan.databaseKills }, () => () => this.#killDatabase()),
      ...Array.from({ length: plan.apiKills }, () => () => this.#killApi()),
      ...Array.from({ length: plan.storeOutages }, () => () => this.#breakStore()),
    ])
    for (const [n, fault] of faults.entries()) {
      await delay(random.between(200, 1_500))
      if (plan.meetsReady)
        for (const process of [...harness.apis, ...harness.workers]) await process.waitReady()
      await fault()
      if ((n + 1) % 10 === 0)
        say(
          `${n + 1} of ${faults.length} kills: ${this.workerKills} worker, ${this.databaseKills} database, ${this.apiKills} API`,
        )
    }
  }

  /** How long processes were not ready although the database was back, by the worst of the plan's kills. */
  async judgeReady(): Promise<void> {
    await this.#parts.violations.measure(
      'ready_too_late',
      (look) => (look === 1 ? Promise.resolve(this.readyAfterDatabaseMax) : this.#killDatabase()),
      (seconds) => (seconds > READY_S_MAX ? `${seconds.toFixed(1)} s after the database was back` : null),
    )
  }

  /** Half the kills freeze the worker first: it holds its jobs and lets go of nothing. */
  async #killWorker(): Promise<void> {
    const { harness, random } = this.#parts
    const worker = random.pick(harness.workers)
    // Most kills hit a worker at work, some one that is still starting.
    if (random.next() < 0.8) await worker.waitReady()
    if (random.next() < 0.5) {
      worker.signal('SIGSTOP')
      await delay(random.between(0, 300))
    }
    await worker.end('SIGKILL')
    this.workerKills += 1
    await this.#parts.afterWorkerKill?.()
    this.#restart(worker)
  }

  async #breakStore(): Promise<void> {
    const { line, random } = this.#parts
    line.begin(random.pick(OUTAGES))
    await delay(random.between(300, 2_500))
    line.mend()
    this.storeOutages += 1
  }

  async #killApi(): Promise<void> {
    const api = this.#parts.random.pick(this.#parts.harness.apis)
    await api.end('SIGKILL')
    this.apiKills += 1
    this.#restart(api)
  }

  #restart(process: ServerProcess): void {
    process.start()
    // Not awaited: the next kill may well hit a process that is still starting.
    const startedMs = performance.now()
    process.waitReady().then(
      () => {
        this.restartMax = Math.max(this.restartMax, (performance.now() - startedMs) / 1000)
      },
      () => {},
    )
  }

  /** Seconds from the database's return until all that had been ready are. */
  async #killDatabase(): Promise<number> {
    const { harness, random, violations } = this.#parts
    const processes = [...harness.apis, ...harness.workers]
    const ready = await Promise.all(processes.map((process) => process.isReady()))
    const pids = processes.flatMap((process, n) => (ready[n] ? [{ process, pid: process.pid }] : []))
    await stackCommand(harness.ground.settings, 'kill', 'postgres')
    this.databaseKills += 1
    await delay(random.between(0, 3_000))
    await stackCommand(harness.ground.settings, 'start', 'postgres')
    const backMs = performance.now()
    await Promise.all(pids.map(({ process }) => process.waitReady()))
    const seconds = (performance.now() - backMs) / 1000
    this.readyAfterDatabaseMax = Math.max(this.readyAfterDatabaseMax, seconds)
    for (const { process, pid } of pids)
      if (process.pid !== pid) violations.add('process_ended', `${process.launch.name} was started again`)
    return seconds
  }
}

function shuffle<T>(random: Random, items: T[]): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
