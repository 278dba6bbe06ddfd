import { allowCpuTime } from '../../../core/platform/allow-cpu-time.ts'
import { type LayoutChild, type LayoutJob, layOut, startLayoutChild } from './lay-out.ts'
import { CPU_MS_PER_CHILD_MAX } from './layout-command.ts'

const LIMITS = {
  reportsPerChild: 100,
  /** Between reports. While it makes one, the child may hold what the kernel lets it have. */
  residentBytes: 384 * 1024 * 1024,
  /** A worker whose organizations ask for no report holds no memory for one. */
  idleMs: 60_000,
}

/**
 * Lays out reports one after the other in one child, which stays while it is well: starting it costs more than most
 * reports do. A child that fails or is late is killed, and the next report gets a new one.
 */
export class Typesetter {
  readonly #limits: typeof LIMITS
  #child: LayoutChild | null = null
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Throws LayoutTooLong where the report takes more processor time than it may. The time it waits for its turn is not counted. */
  layOut(job: LayoutJob, cpuMsMax: number): Promise<Uint8Array> {
    const turn = this.#last.then(() => this.#layOutNow(job, cpuMsMax))
    this.#last = Promise.allSettled([turn])
    return turn
  }

  /** Ends the child, and with it the report in hand. */
  async close(): Promise<void> {
    this.#isClosed = true
    const lost = this.#child?.lost
    this.#kill()
    await Promise.all([lost, this.#last])
  }

  async #layOutNow(job: LayoutJob, cpuMsMax: number): Promise<Uint8Array> {
    clearTimeout(this.#idle)
    const child = await this.#childFor(cpuMsMax)
    try {
      const pages = await layOut(child, job)
      if (this.#isWorn(child)) this.#kill()
      else this.#idle = setTimeout(() => this.#kill(), this.#limits.idleMs).unref()
      return pages
    } catch (error) {
      // What runs in native code cannot be stopped otherwise, and what has failed is not trusted with the next report.
      this.#kill()
      throw error
    }
  }

  async #childFor(cpuMsMax: number): Promise<LayoutChild> {
    const child = this.#child
    const canStay = child !== null && (await isReady(child, cpuMsMax))
    if (this.#isClosed) throw new Error('The typesetter is closed.')
    if (canStay) return child
    this.#kill()
    this.#child = startLayoutChild(cpuMsMax)
    return this.#child
  }

  #isWorn({ reports, cpuMs, residentBytes }: LayoutChild): boolean {
    const limits = this.#limits
    if (reports >= limits.reportsPerChild || residentBytes >= limits.residentBytes) return true
    return cpuMs >= CPU_MS_PER_CHILD_MAX
  }

  #kill(): void {
    clearTimeout(this.#idle)
    this.#child?.process.kill('SIGKILL')
    this.#child = null
  }
}

/** Whether it is there and may use so much processor time from now on. */
async function isReady(child: LayoutChild, cpuMsMax: number): Promise<boolean> {
  const { pid } = child.process
  if (pid === undefined || !isAlive(child)) return false
  // It may have died meanwhile.
  return (await allowCpuTime(pid, child.cpuMs + cpuMsMax)) && isAlive(child)
}

const isAlive = ({ process }: LayoutChild) =>
  process.connected && process.exitCode === null && process.signalCode === null
