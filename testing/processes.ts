import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { compileCache } from './compile-cache.ts'
import type { Settings } from './stack.ts'

export type Launch = {
  name: string
  /** A program of the server, and what it is told on its command line. */
  program: string
  args?: string[]
  /** What Node itself is told, before the program. */
  nodeArgs?: string[]
  settings: Settings
  operationsPort: number
  logFile: string
}

const RESTART_MS = 500
/** As in the image and the units: what is freed goes back to the system, and what a process holds is what it needs. */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '2097152' }

/** One process of the service: started, killed and started again on the same ports. */
export class ServerProcess {
  readonly launch: Launch
  #child: ChildProcess | undefined
  #wasReady = false
  /** How the process ended when nobody here ended it. */
  endedByItself: string | undefined
  #onUnexpectedEnd: ((wasReady: boolean) => void) | undefined

  constructor(launch: Launch) {
    this.launch = launch
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error(`${this.launch.name} does not run`)
    return this.#child.pid
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  start(): void {
    const { program, args = [], nodeArgs = [], settings, logFile } = this.launch
    const log = openSync(logFile, 'a')
    const env = { PATH: process.env.PATH ?? '', ...compileCache, ...MEMORY, ...settings }
    this.#child = spawn(process.execPath, [...nodeArgs, program, ...args], {
      env,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#wasReady = false
    const child = this.#child
    child.once('exit', (code, signal) => {
      if (!child.killed && !this.#onUnexpectedEnd) this.endedByItself = `exit code ${code}, signal ${signal}`
      this.#restartUnexpected(child)
    })
  }

  /** From now on a process that ends by itself is reported and started again, as any supervisor does. */
  supervise(onUnexpectedEnd: (wasReady: boolean) => void): void {
    this.#onUnexpectedEnd = onUnexpectedEnd
  }

  #restartUnexpected(child: ChildProcess): void {
    if (child.killed || !this.#onUnexpectedEnd) return
    this.#onUnexpectedEnd(this.#wasReady)
    setTimeout(() => {
      if (this.#child === child) this.start()
    }, RESTART_MS)
  }

  async isReady(): Promise<boolean> {
    try {
      const url = `http://127.0.0.1:${this.launch.operationsPort}/readyz`
      const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) })
      await answer.body?.cancel()
      this.#wasReady ||= answer.status === 200
      return answer.status === 200
    } catch {
      return false
    }
  }

  /** Resolves to the milliseconds it took. */
  async waitReady(timeoutMs = 600_000): Promise<number> {
    const startedMs = performance.now()
    while (!(await this.isReady())) {
      if (!this.running)
        throw new Error(`${this.launch.name} ended while starting; see ${this.launch.logFile}`)
      if (performance.now() - startedMs > timeoutMs)
        throw new Error(
          `${this.launch.name} hung after ${timeoutMs / 1_000} s: not ready; see ${this.launch.logFile}`,
        )
      await delay(50)
    }
    return performance.now() - startedMs
  }

  signal(signal: NodeJS.Signals): void {
    // Not child.kill(), which would mark the process as ended on purpose.
    if (this.running) process.kill(this.pid, signal)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    await ended
    clearTimeout(timer)
  }
}

/** Resident memory in MB, as the kernel counts it. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
