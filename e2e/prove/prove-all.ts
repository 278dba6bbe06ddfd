import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Size } from './campaign.ts'
import { root } from './stack.ts'

const RECORD = '.ci/proved.json'
/** Ten times what the longest campaign of the size takes on a calm machine, or more. */
const HUNG_S = { smoke: 900, small: 3_600, full: 14_400 }
/** How long an interrupted campaign has to stop its processes and remove what it made. */
const ENDING_MS = 60_000
const LINES_KEPT = 300

/** What a campaign's last line says. */
type Proof = { ok: boolean; [figure: string]: unknown }

/**
 * Runs each campaign as a program of its own. Only when all are green at the full size is that written down: a record names
 * a commit, so the tree must be the commit's before and after. Resolves to the exit code.
 */
export async function proveAll(names: readonly string[], size: Size, seed: number): Promise<number> {
  const commit = size === 'full' ? requireCommit() : ''
  const startedAt = new Date()
  const proofs: Record<string, Proof> = {}
  for (const name of names) {
    const proof = await prove(name, size, seed)
    proofs[name] = proof
    console.log(`${proof.ok ? 'ok' : 'RED'} ${name}: ${JSON.stringify(proof)}`)
  }
  const red = names.filter((name) => !proofs[name]?.ok)
  const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000)
  console.log(`${names.length - red.length} green, ${red.length} red in ${seconds} s`)
  if (red.length > 0) console.log(`red: ${red.join(', ')}`)
  if (red.length > 0 || size !== 'full') return red.length > 0 ? 1 : 0
  if (requireCommit() !== commit)
    throw new Error('Another commit was checked out meanwhile: nothing is recorded.')
  const record = { commit, size, seed, started_at: startedAt.toISOString(), seconds, campaigns: proofs }
  writeFileSync(join(root, RECORD), `${JSON.stringify(record, null, 2)}\n`)
  console.log(`recorded in ${RECORD}`)
  return 0
}

/** The commit whose files lie here, and no others. */
function requireCommit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', '.', `:!${RECORD}`)
  if (changes) throw new Error(`A full proof names a commit, and these files are not in one:\n${changes}`)
  return git('rev-parse', 'HEAD')
}

/** One campaign in a process group of its own, which is ended whole: a program that was killed leaves processes behind. */
async function prove(name: string, size: Size, seed: number): Promise<Proof> {
  console.log(`== ${name}`)
  const startedMs = performance.now()
  const program = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [program, name, '--size', size, '--seed', `${seed}`], {
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
  }, HUNG_S[size] * 1_000)
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
  const proof = readProof(last)
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

function readProof(line: string): Proof | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
