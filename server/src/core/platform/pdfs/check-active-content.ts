import { allowCpuTime } from '../allow-cpu-time.ts'
import type { FairGate } from '../fair-gate.ts'
import { resourceBehind } from '../out-of-resources.ts'
import { askPdfChild, type PdfChild, PdfTooLong, startPdfChild } from './pdf-child.ts'

/** The names of what is active in the PDF at this path, `unreadable` among them. None: it may be stored. */
export type CheckActiveContent = (orgId: string, file: string) => Promise<string[]>

export const PDF_LIMITS = {
  cpuMs: 15_000,
  /** A machine with other work gives a child a share of a processor only. */
  wallMs: 60_000,
  /** Of all its files. The kernel counts the whole life of a process. */
  childCpuMs: 60_000,
  filesPerChild: 100,
  /** Between files. While it looks at one, the child may hold what the kernel lets it have. */
  residentBytes: 160 * 1024 * 1024,
  idleMs: 60_000,
  /** Children that wait for another file. */
  kept: 2,
}

/**
 * Files from strangers are looked at, few at once, in processes that can be lost without harm. Starting one costs more than
 * most files do, so it stays for the next file of its organization; no file meets a process that has seen another
 * organization's, or one in which anything was found.
 */
export class ActiveContentCheck {
  readonly #gate: FairGate
  readonly #limits: typeof PDF_LIMITS
  readonly #children = new Set<PdfChild>()
  /** Those that wait, the one that waits longest first. */
  readonly #kept = new Map<PdfChild, NodeJS.Timeout>()
  #isClosed = false

  constructor(gate: FairGate, limits = PDF_LIMITS) {
    this.#gate = gate
    this.#limits = limits
  }

  readonly check: CheckActiveContent = (orgId, file) => this.#gate.run(orgId, () => this.#look(orgId, file))

  /** Ends every child, and with it the files in hand. */
  async close(): Promise<void> {
    this.#isClosed = true
    const ended = [...this.#children].map(({ lost }) => lost)
    for (const child of this.#children) this.#kill(child)
    await Promise.all(ended)
  }

  async #look(orgId: string, file: string): Promise<string[]> {
    const { cpuMs, childCpuMs } = this.#limits
    const kept = await this.#takeKept(orgId)
    if (this.#isClosed) throw new Error('The check of PDFs is closed.')
    // One that had files before may have been lost for their sake: then the file has another one for itself.
    const found = kept && (await this.#ask(kept, file))
    if (found) return found
    const child = startPdfChild(orgId, cpuMs, childCpuMs)
    this.#children.add(child)
    return (await this.#ask(child, file)) ?? ['unreadable']
  }

  /** Null where the child was lost without a reason. */
  async #ask(child: PdfChild, file: string): Promise<string[] | null> {
    try {
      const found = await askPdfChild(child, file, this.#limits.wallMs)
      if (found.length > 0 || this.#isWorn(child)) this.#kill(child)
      else this.#keep(child)
      return found
    } catch (error) {
      this.#kill(child)
      if (resourceBehind(error)) throw error
      // What takes too much to look at is refused.
      return error instanceof PdfTooLong ? ['unreadable'] : null
    }
  }

  async #takeKept(orgId: string): Promise<PdfChild | null> {
    const child = [...this.#kept.keys()].find((one) => one.orgId === orgId && isAlive(one))
    if (!child) return null
    clearTimeout(this.#kept.get(child))
    this.#kept.delete(child)
    const { pid } = child.process
    if (pid !== undefined && (await allowCpuTime(pid, child.cpuMs + this.#limits.cpuMs))) return child
    this.#kill(child)
    return null
  }

  #keep(child: PdfChild): void {
    this.#kept.set(child, setTimeout(() => this.#kill(child), this.#limits.idleMs).unref())
    const [oldest] = this.#kept.keys()
    if (oldest && this.#kept.size > this.#limits.kept) this.#kill(oldest)
  }

  #isWorn({ files, cpuMs, residentBytes }: PdfChild): boolean {
    const limits = this.#limits
    if (this.#isClosed || files >= limits.filesPerChild) return true
    return residentBytes >= limits.residentBytes || cpuMs >= limits.childCpuMs
  }

  #kill(child: PdfChild): void {
    clearTimeout(this.#kept.get(child))
    this.#kept.delete(child)
    this.#children.delete(child)
    child.process.kill('SIGKILL')
  }
}

const isAlive = ({ process }: PdfChild) => process.exitCode === null && process.signalCode === null
