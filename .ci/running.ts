import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './changes.ts'
import type { Step } from './lanes.ts'
import { type Results, readResults } from './results.ts'

/** Places in /proc/self/stat behind the name of the program. */
const PROC_STAT = { childUserTicks: 13, childSystemTicks: 14 }
const TICKS_PER_S = 100
const HUNG_AFTER = { factor: 10, leastS: 600 }

export type Outcome = Results & {
  seconds: number
  /** Of all its processes but those that nobody waited for. */
  cpuS: number
  output: string
  note: string
}

/** Process groups that run now: whatever a step leaves behind ends with it. */
const leaders = new Set<ChildProcess>()

export function endAll(): void {
  for (const leader of leaders) endGroup(leader)
}

/** Runs a step as the leader of a process group, and reads how many passed. What it prints is kept until it has ended. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv, folder: string): Promise<Outcome> {
  const first = await runOnce(step, env, folder)
  // A campaign judges the service. When its own program is ended by a signal it has judged nothing, so it runs once more; a
  // process of the service that ends by itself is a violation, and one that hung is red.
  if (!step.command.includes('e2e/prove/main.ts') || first.isHung || !first.signal)
    return outcomeOf(step, first, folder)
  const again = await runOnce(step, env, folder)
  const note = `the campaign's own program was ended by ${first.signal}; it ran once more`
  return { ...outcomeOf(step, again, folder), note }
}

type Ended = {
  code: number | null
  signal: string | null
  isHung: boolean
  seconds: number
  cpuS: number
  output: string
}

async function runOnce(step: Step, env: NodeJS.ProcessEnv, folder: string): Promise<Ended> {
  const file = join(folder, `${step.name.replace(/\W+/g, '-')}.out`)
  const [program = '', ...args] = [...step.command, ...reporters(step, folder)]
  const startedMs = performance.now()
  const output = createWriteStream(file)
  await once(output, 'open')
  const leader = spawn(program, args, { cwd: root, env, detached: true, stdio: ['ignore', output, output] })
  leaders.add(leader)
  let isHung = false
  const watchdog = setTimeout(() => {
    isHung = true
    endGroup(leader)
  }, hungAfterS(step) * 1_000)
  const [code, signal] = await once(leader, 'exit').catch((error: Error) => {
    writeFileSync(file, String(error))
    return [1, null]
  })
  const cpuS = takeCpuS()
  clearTimeout(watchdog)
  endGroup(leader)
  leaders.delete(leader)
  output.destroy()
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  return { code, signal, isHung, seconds, cpuS, output: readFileSync(file, 'utf8') }
}

const hungAfterS = ({ calmS, hungAfterS }: Step) =>
  hungAfterS ?? Math.max(HUNG_AFTER.leastS, HUNG_AFTER.factor * calmS)

const resultFile = (step: Step, folder: string) => join(folder, `${step.name}.json`)

function reporters(step: Step, folder: string): string[] {
  if (step.counts !== 'vitest') return []
  const names = ['default', './dev/src/file-times.ts', 'json']
  return [...names.map((name) => `--reporter=${name}`), `--outputFile.json=${resultFile(step, folder)}`]
}

function outcomeOf(step: Step, ended: Ended, folder: string): Outcome {
  const { code, isHung, seconds, cpuS, output } = ended
  const note = isHung ? `hung: it was ended after ${hungAfterS(step)} s` : ''
  return { ...readResults(step, code, output, resultFile(step, folder)), seconds, cpuS, output, note }
}

let takenCpuS = 0

/** The processor time of the child that this process has waited for last, with what that waited for. */
export function takeCpuS(): number {
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const ticks = Number(afterName[PROC_STAT.childUserTicks]) + Number(afterName[PROC_STAT.childSystemTicks])
  const cpuS = Math.round(ticks / TICKS_PER_S - takenCpuS)
  takenCpuS = ticks / TICKS_PER_S
  return cpuS
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
