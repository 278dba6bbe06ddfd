import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../testing/ground.ts'
import type { Size } from './campaign.ts'
import { MEASURED, PROVED, PROVED_FILE, type Proof, readProofs } from './proofs.ts'

const BUT_RECORD = ['--', '.', `:!${PROVED}`]
/** Ten times what the longest campaign of the size takes on a calm machine, or more. */
const HUNG_S = { smoke: 900, small: 3_600, full: 14_400 }
/** How long an interrupted campaign has to stop its processes and remove what it made. */
const ENDING_MS = 60_000
const LINES_KEPT = 300

type Proved = { name: string; command: string[]; env?: Record<string, string> }
/** What a campaign's last line says; another program has passed when it ends well. */
type Verdict = { ok: boolean; [figure: string]: unknown }

/**
 * Runs each campaign as a program of its own. One that is green at the full size is written down at once, with the commit whose files
 * lie here: a proof that was interrupted goes on where it was. `wanted` names some of the parts. Resolves to the exit code.
 */
export async function proveAll(
  names: readonly string[],
  size: Size,
  seed: number,
  wanted: readonly string[],
): Promise<number> {
  const isFull = size === 'full'
  const program = join(import.meta.dirname, 'main.ts')
  const campaigns = names.map((name) => ({
    name,
    command: ['node', program, name, '--size', size, '--seed', `${seed}`],
  }))
  const measured = Object.entries(MEASURED).map(([name, one]) => ({ name, ...one }))
  const parts: Proved[] = isFull ? [...campaigns, ...measured] : campaigns
  const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) throw new Error(`At this size there is no ${unknown.join(', ')}.`)
  const all = wanted.length > 0 ? parts.filter(({ name }) => wanted.includes(name)) : parts
  const commit = isFull ? requireCommit() : ''
  const startedMs = performance.now()
  const red: string[] = []
  for (const one of all) {
    if (isFull && isProvedHere(one.name)) {
      console.log(`ok ${one.name}: proved with these files before`)
      continue
    }
    const started_at = new Date().toISOString()
    const proof = await prove(one, HUNG_S[size])
    console.log(`${proof.ok ? 'ok' : 'RED'} ${one.name}: ${JSON.stringify(proof)}`)
    if (isFull && requireCommit() !== commit)
      throw new Error(`Another commit was checked out meanwhile: ${one.name} is not recorded.`)
    if (!proof.ok) red.push(one.name)
    else if (isFull) record(one.name, { commit, started_at, seed, ...proof })
  }
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  console.log(`${all.length - red.length} green, ${red.length} red in ${seconds} s`)
  if (red.length > 0) console.log(`red: ${red.join(', ')}`)
  return red.length > 0 ? 1 : 0
}

function record(name: string, proof: Proof): void {
  const records = Object.entries({ ...readProofs(), [name]: proof }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(PROVED_FILE, `${JSON.stringify(Object.fromEntries(records), null, 2)}\n`)
}

/** Whether nothing has changed since but the record itself. */
function isProvedHere(name: string): boolean {
  const commit = readProofs()[name]?.commit
  if (!commit) return false
  return spawnSync('git', ['diff', '--quiet', commit, 'HEAD', ...BUT_RECORD], { cwd: root }).status === 0
}

/** The commit whose files lie here, and no others. */
function requireCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', ...BUT_RECORD)
  if (changes) throw new Error(`A full proof names a commit, and these files are not in one:\n${changes}`)
  return git('rev-parse', 'HEAD')
}

/** One program in a process group of its own, which is ended whole: a program that was killed leaves processes behind. */
async function prove({ name, command, env }: Proved, hungS: number): Promise<Verdict> {
  console.log(`== ${name}`)
  const startedMs = performance.now()
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const lines: string[] = []
  const keep = (line: string) => {
    lines.push(line)
    if (lines.length > LINES_KEPT) lines.shift()
  }
  let last = ''
  createInterface(child.stdout).on('line', (line) => {
    last = line
    keep(line)
  })
  createInterface(child.stderr).on('line', keep)
  let isHung = false
  const watchdog = setTimeout(() => {
    isHung = true
    child.kill('SIGTERM')
    setTimeout(() => endGroup(child.pid), ENDING_MS).unref()
  }, hungS * 1_000)
  const passOn = (signal: NodeJS.Signals) => {
    child.kill(signal)
    child.once('close', () => process.exit(130))
  }
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  child.once('exit', () => endGroup(child.pid))
  const [code, signal] = await once(child, 'close')
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  clearTimeout(watchdog)

  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  const proof = name in MEASURED ? { seconds, ...readVerdict(last), ok: code === 0 } : readVerdict(last)
  if (code === 0 && proof?.ok && !isHung) return proof
  for (const line of lines) console.log(`  ${line}`)
  if (isHung) return { ok: false, seconds, failed: `hung after ${seconds} s` }
  return { seconds, failed: `ended with ${signal ?? `exit code ${code}`}`, ...proof, ok: false }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

function readVerdict(line: string): Verdict | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
