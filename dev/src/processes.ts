import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

export type Daemon = {
  name: string
  command: string
  args: string[]
  /** One of the arguments, found in no other stack's processes: a recycled process id is not mistaken for ours. */
  marker: string
  pidFile: string
  logFile: string
}

/** Starts a process that outlives this one. Returns false when it already runs. */
export function startDaemon(daemon: Daemon): boolean {
  if (findDaemon(daemon) !== undefined) return false
  const log = openSync(daemon.logFile, 'a')
  const child = spawn(daemon.command, daemon.args, { detached: true, stdio: ['ignore', log, log], cwd: '/' })
  closeSync(log)
  // Without a listener a missing program would end this process before findDaemon can say so.
  child.on('error', () => {})
  if (child.pid === undefined) throw new Error(`${daemon.command} cannot be started. Run dev/setup first.`)
  writeFileSync(daemon.pidFile, `${child.pid}\n`)
  child.unref()
  return true
}

export function findDaemon(daemon: Pick<Daemon, 'pidFile' | 'marker'>): number | undefined {
  const pid = readPid(daemon.pidFile)
  return pid !== undefined && commandLine(pid).includes(daemon.marker) ? pid : undefined
}

/** Asks a process to end, insists after the grace period, and forgets its pid file. */
export async function stopDaemon(daemon: Daemon, graceMs = 15_000): Promise<void> {
  const pid = findDaemon(daemon)
  if (pid !== undefined) {
    signal(pid, 'SIGTERM')
    if (!(await endsWithin(pid, graceMs))) await killProcesses([pid])
  }
  rmSync(daemon.pidFile, { force: true })
}

export async function killDaemon(daemon: Daemon): Promise<void> {
  const pid = findDaemon(daemon)
  if (pid !== undefined) await killProcesses([pid])
}

export async function killProcesses(pids: number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL')
  for (const pid of pids) {
    if (!(await endsWithin(pid, 60_000))) throw new Error(`Process ${pid} survived SIGKILL.`)
  }
}

export function childrenOf(parent: number): number[] {
  return allPids().filter((pid) =>
    readProc(`${pid}/stat`)
      .replace(/^.*\) . /s, '')
      .startsWith(`${parent} `),
  )
}

/** What a killed command left running has no pid file, but it names our files. */
export function findProcesses(...args: string[]): number[] {
  return allPids().filter((pid) => args.every((argument) => commandLine(pid).includes(argument)))
}

/** The arguments of a running process; empty for one that is gone or a zombie. */
export function commandLine(pid: number): string[] {
  return readProc(`${pid}/cmdline`).split('\0').filter(Boolean)
}

export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Runs a program to its end and returns what it printed; throws with its complaint when it fails. */
export async function run(command: string, args: string[], input = ''): Promise<string> {
  const child = spawn(command, args, { cwd: '/' })
  let output = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text))
  // A program may end without reading its input; its exit code tells.
  child.stdin.on('error', () => {}).end(input)
  const [code] = await once(child, 'close').catch((cause) => {
    throw new Error(`${command} cannot be started. Run dev/setup first.`, { cause })
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${complaint || output}`)
  return output
}

/** Far more than ten times what a start takes on a calm machine: whatever has died is noticed at once. */
const HUNG_MS = 600_000

export type Wait = { what: string; logFile: string; daemons?: Daemon[] }

/** Polls until the condition holds; gives up early when a process it depends on has died. */
export async function waitFor(condition: () => Promise<boolean>, wait: Wait): Promise<void> {
  const deadline = performance.now() + HUNG_MS
  while (!(await condition())) {
    const dead = wait.daemons?.find((daemon) => findDaemon(daemon) === undefined)
    if (dead) throw new Error(`${dead.name} ended while starting. Its log is ${dead.logFile}.`)
    if (performance.now() > deadline)
      throw new Error(`${wait.what} does not answer. Its log is ${wait.logFile}.`)
    await delay(100)
  }
}

async function endsWithin(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (commandLine(pid).length > 0) {
    if (performance.now() > deadline) return false
    await delay(50)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It ended between the look and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}
