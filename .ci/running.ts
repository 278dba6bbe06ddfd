import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './changes.ts'
import type { Step } from './lanes.ts'

const HUNG_AFTER = { factor: 10, leastS: 600 }

export type Outcome = { passed: number; failed: number; seconds: number; output: string; note: string }

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
  clearTimeout(watchdog)
  endGroup(leader)
  leaders.delete(leader)
  output.destroy()
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  return { code, signal, isHung, seconds, output: readFileSync(file, 'utf8') }
}

const hungAfterS = ({ calmS }: Step) => Math.max(HUNG_AFTER.leastS, HUNG_AFTER.factor * calmS)

const resultFile = (step: Step, folder: string) => join(folder, `${step.name}.json`)

function reporters(step: Step, folder: string): string[] {
  if (step.counts !== 'vitest') return []
  const names = ['default', './dev/src/file-times.ts', 'json']
  return [...names.map((name) => `--reporter=${name}`), `--outputFile.json=${resultFile(step, folder)}`]
}

function outcomeOf(step: Step, ended: Ended, folder: string): Outcome {
  const { code, isHung, seconds, output } = ended
  const [passed, counted] = countsOf(step, ended, folder)
  // A file that could not even load, or an error outside a test, has no failed test to show.
  const failed = code === 0 ? counted : Math.max(counted, 1)
  const note = isHung ? `hung: it was ended after ${hungAfterS(step)} s` : ''
  return { passed, failed, seconds, output, note }
}

function countsOf(step: Step, { code, output }: Ended, folder: string): [passed: number, failed: number] {
  try {
    if (step.counts === 'vitest') {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(resultFile(step, folder), 'utf8'))
      return [Number(numPassedTests), Number(numFailedTests)]
    }
    if (step.counts === 'lines') {
      const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? []
      return [Number(passed ?? 0), Number(failed ?? 1)]
    }
  } catch {
    return [0, 1]
  }
  return code === 0 ? [1, 0] : [0, 1]
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
