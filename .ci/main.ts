import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Proof, readProofs } from '../e2e/prove/proofs.ts'
import {
  changesSince,
  countCommits,
  findBase,
  findOldestProof,
  namesOfProof,
  readGuards,
  root,
} from './changes.ts'
import { BUILD, chooseSmall, GROUPS, type Lane, planLanes } from './lanes.ts'
import { endAll, type Outcome, runStep } from './running.ts'
import { Stacks } from './stacks.ts'

/** Two cores: while one lane waits for a disk, a page or a process, the other works. */
const LANES_AT_ONCE = 2
const GATE_S_MAX = 5_100
/** Of each gate that runs on this machine a thousand. */
const PORTS = { from: 10_000, to: 16_000, ofGate: 1_000 }
const SLOWEST = 10
const DAY_MS = 86_400_000
const SHM = '/dev/shm'
const SHM_BYTES_MIN = 8e9

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !GROUPS.some((group) => group === name))
if (unknown.length > 0) {
  console.error(`Usage: .ci/run [${GROUPS.join('] [')}]`)
  process.exit(2)
}

const startedMs = performance.now()
const seconds = () => Math.round((performance.now() - startedMs) / 1_000)
const guards = readGuards()
const base = findBase()
const changes = changesSince(base)
const chosen = wanted.length > 0 ? wanted : GROUPS
const lanes = planLanes(chosen, guards, changes)
// In memory where there is room: half of what a test does is waiting for a disk to say that it has written. The engines lose
// nothing that a process which is killed would keep on a disk.
const folder = mkdtempSync(join(hasRoom() ? SHM : tmpdir(), 'walkaround-gate-'))
chmodSync(folder, 0o755)
const fileTimes = join(folder, 'file-times')
const stacks = new Stacks(
  { folder, portBase: await claimPorts(), tell: (name, outcome) => tell('stacks', name, outcome) },
  lanes,
)
const running = new Set<string>()
let built: Promise<boolean> | undefined
const table: string[] = []
const failures: string[] = []
let passed = 0
let failed = 0

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    finish()
    process.exit(130)
  })
const watchdog = setTimeout(() => {
  console.log(`FAILED: hung: the gate was ended after ${GATE_S_MAX} s, in ${[...running].join(', ')}`)
  failures.push('hung')
  failed += 1
  end()
}, GATE_S_MAX * 1_000)

console.log(base ? `changes since ${base}` : 'no base to compare with: everything counts as changed')
for (const group of chosen.filter((name) => !lanes.some((lane) => lane.group === name)))
  console.log(`${group}: nothing that it guards has changed`)
keepCompiled()
const waiting = [...lanes]
await Promise.all(
  Array.from({ length: LANES_AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runLane(next)
  }),
)
clearTimeout(watchdog)
end()

function end(): never {
  console.log(`what each step took:\n${table.join('\n')}`)
  tellFileTimes()
  finish()
  console.log(`took ${seconds()} s`)
  tellProofs()
  for (const failure of failures) console.log(`FAILED: ${failure}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

async function runLane(lane: Lane): Promise<void> {
  const own = join(folder, lane.name)
  mkdirSync(own)
  const env = { ...process.env, FILE_TIMES: fileTimes, ...stacks.envOf(lane) }
  if (!(await stacks.start(lane))) return
  if (lane.needsApps && !(await areBuilt())) return
  for (const step of lane.steps) {
    const name = `${lane.name}/${step.name}`
    running.add(name)
    tell(lane.name, step.name, await runStep(step, env, own))
    running.delete(name)
  }
  stacks.release(lane)
}

/** The lanes that wait for the apps share one building of them. */
function areBuilt(): Promise<boolean> {
  built ??= runStep(BUILD, process.env, folder).then((outcome) => {
    tell('apps', BUILD.name, outcome)
    return outcome.failed === 0
  })
  return built
}

function tell(lane: string, step: string, outcome: Outcome): void {
  const name = `${lane}/${step}`
  passed += outcome.passed
  failed += outcome.failed
  if (outcome.failed > 0)
    failures.push(name, ...[...outcome.failures, outcome.note].filter(Boolean).map((text) => `  ${text}`))
  console.log(`== ${name}\n${outcome.output.trimEnd()}`)
  if (outcome.note) console.log(outcome.note)
  const line = `${name} took ${outcome.seconds} s, ${outcome.cpuS} of a processor: ${outcome.passed} passed, ${outcome.failed} failed`
  table.push(line)
  console.log(`== ${line}`)
}

function finish(): void {
  endAll()
  stacks.stopAll()
  rmSync(folder, { recursive: true, force: true })
}

/** Most processes of the service are killed in the end, before they could keep what they have compiled. Without settings one
 * loads all its modules and ends by itself. */
function keepCompiled(): void {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  for (const program of ['api', 'worker', 'migrate'])
    spawn(process.execPath, [`server/src/${program}.ts`], {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE },
      stdio: 'ignore',
    }).unref()
}

function tellFileTimes(): void {
  if (!existsSync(fileTimes)) return
  const lines = readFileSync(fileTimes, 'utf8').trim().split('\n')
  const slowest = lines.toSorted((a, b) => Number.parseFloat(b) - Number.parseFloat(a)).slice(0, SLOWEST)
  console.log(`the ${SLOWEST} slowest test files, in seconds:\n${slowest.join('\n')}`)
}

function tellProofs(): void {
  const { queued } = chooseSmall(guards, changes)
  if (queued.length > 0) console.log(`changed, and left to the full proof: ${queued.join(', ')}`)
  const names = namesOfProof(guards)
  const proofs = readProofs()
  const oldest = findOldestProof(names, proofs)
  const missing = names.filter((name) => !proofs[name])
  console.log(`last full proof: ${oldest ? ageOf(oldest) : `none yet of ${missing.join(', ')}`}`)
}

function ageOf({ commit, started_at }: Proof): string {
  const days = Math.floor((Date.now() - Date.parse(started_at)) / DAY_MS)
  return `${countCommits(commit) ?? 'unknown'} commits and ${days} days ago, at ${commit}`
}

/** The last of them is listened on for as long as this gate runs, so another gate takes other ones. */
async function claimPorts(): Promise<number> {
  for (let from = PORTS.from; from < PORTS.to; from += PORTS.ofGate) {
    const claim = createServer().listen(from + PORTS.ofGate - 1, '127.0.0.1')
    try {
      await once(claim, 'listening')
      return from
    } catch {
      // Of another gate.
    }
  }
  throw new Error(`too many gates run on this machine: no ports are free from ${PORTS.from} to ${PORTS.to}`)
}

function hasRoom(): boolean {
  if (!existsSync(SHM)) return false
  const { bavail, bsize } = statfsSync(SHM)
  return bavail * bsize > SHM_BYTES_MIN
}
