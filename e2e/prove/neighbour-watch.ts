import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { childrenOf, residentMb, type ServerProcess } from '../../testing/processes.ts'
import { STALLED_MARK, STRANGER_MARK } from './neighbour-target.ts'

const SAMPLE_MS = 100
const IDLE_LOOK_MS = 200
/** Of one core. */
const IDLE_SHARE = 0.25
const TICKS_PER_S = 100

export type Peaks = {
  apiMb: number
  childrenMb: number
  temporaryMb: number
  strangerBytes: number
  stalledBytes: number
}

/** Looks ten times a second at what a process holds: memory, its children's memory, and files of uploads. */
export class Watch {
  readonly #api: ServerProcess
  readonly #others: readonly ServerProcess[]
  readonly #folder: string
  #peaks = nothing()
  #timer: NodeJS.Timeout | undefined

  constructor(api: ServerProcess, others: readonly ServerProcess[], folder: string) {
    this.#api = api
    this.#others = others
    this.#folder = folder
  }

  start(): void {
    this.#peaks = nothing()
    this.#timer = setInterval(() => this.#look(), SAMPLE_MS)
  }

  /** Of files of a caller who may upload, so far. */
  get stalledBytes(): number {
    return this.#peaks.stalledBytes
  }

  stop(): Peaks {
    clearInterval(this.#timer)
    this.#look()
    return this.#peaks
  }

  /** Waits until no process is at work, so that what one abuse left behind is not measured in the next. */
  async waitIdle(hasNoWork: () => Promise<boolean>, timeoutMs: number): Promise<number> {
    const startMs = performance.now()
    let before = this.#ticks()
    while (performance.now() - startMs < timeoutMs) {
      await delay(IDLE_LOOK_MS)
      const now = this.#ticks()
      const share = (now - before) / TICKS_PER_S / (IDLE_LOOK_MS / 1_000)
      if (share < IDLE_SHARE && (await hasNoWork())) break
      before = now
    }
    return performance.now() - startMs
  }

  #ticks(): number {
    const running = [this.#api, ...this.#others].filter((process) => process.running).map(({ pid }) => pid)
    const pids = running.flatMap((pid) => [pid, ...orNothing(() => childrenOf(pid), [])])
    return pids.reduce((sum, pid) => sum + orNothing(() => ticksOf(pid), 0), 0)
  }

  #look(): void {
    if (!this.#api.running) return
    const { pid } = this.#api
    const peaks = this.#peaks
    peaks.apiMb = Math.max(
      peaks.apiMb,
      orNothing(() => residentMb(pid), 0),
    )
    const children = orNothing(() => childrenOf(pid), [])
    const childrenMb = children.reduce((sum, child) => sum + orNothing(() => residentMb(child), 0), 0)
    peaks.childrenMb = Math.max(peaks.childrenMb, childrenMb)
    const files = listFiles(this.#folder)
    peaks.temporaryMb = Math.max(peaks.temporaryMb, sum(files) / 1e6)
    const marks = files.map(({ file, bytes }) => ({ bytes, head: readHead(file) }))
    const marked = (mark: string) => sum(marks.filter(({ head }) => head.includes(mark)))
    peaks.strangerBytes = Math.max(peaks.strangerBytes, marked(STRANGER_MARK))
    peaks.stalledBytes = Math.max(peaks.stalledBytes, marked(STALLED_MARK))
  }
}

const nothing = (): Peaks => ({ apiMb: 0, childrenMb: 0, temporaryMb: 0, strangerBytes: 0, stalledBytes: 0 })

type Found = { file: string; bytes: number }

const sum = (files: readonly Pick<Found, 'bytes'>[]) => files.reduce((total, { bytes }) => total + bytes, 0)

function listFiles(folder: string): Found[] {
  const entries = orNothing(() => readdirSync(folder, { recursive: true, withFileTypes: true }), [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, bytes: orNothing(() => statSync(file).size, 0) }))
}

function readHead(file: string): Buffer {
  return orNothing(() => {
    const handle = openSync(file, 'r')
    try {
      const head = Buffer.alloc(512)
      return head.subarray(0, readSync(handle, head, 0, head.length, 0))
    } finally {
      closeSync(handle)
    }
  }, Buffer.alloc(0))
}

function ticksOf(pid: number): number {
  // The second field is a name in brackets, which may itself hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Processes end and files go while they are looked at. */
function orNothing<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
