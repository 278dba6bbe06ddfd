import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FairGate } from '../fair-gate.ts'
import { resourceBehind } from '../out-of-resources.ts'
import { findPrlimit } from '../pictures/decoder-command.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 20_000
const CPU_SECONDS = 15
const MIB = 1024 * 1024
// V8 maps 510 MiB writable for machine code it never writes, and the kernel counts all of it.
const DATA_BYTES_MAX = (512 + 512) * MIB

/** The names of what is active in the PDF at this path, `unreadable` among them. None: it may be stored. */
export type CheckActiveContent = (orgId: string, file: string) => Promise<string[]>

/** Files from strangers are looked at in a process of their own that can be lost without harm, few at once. */
export function createActiveContentCheck(gate: FairGate): CheckActiveContent {
  return (orgId, file) => gate.run(orgId, () => checkInChild(file))
}

async function checkInChild(file: string): Promise<string[]> {
  const child = join(import.meta.dirname, 'active-content-child.ts')
  const limits = [
    `--cpu=${CPU_SECONDS}`,
    `--data=${DATA_BYTES_MAX}`,
    '--fsize=0',
    '--nofile=64',
    '--core=0',
    '--',
  ]
  const node = [process.execPath, '--permission', `--allow-fs-read=${import.meta.dirname}/`]
  const allowed = [`--allow-fs-read=${file}`, '--max-old-space-size=256', '--no-warnings']
  try {
    const options = { env: {}, cwd: '/', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
    const { stdout } = await run(findPrlimit(), [...limits, ...node, ...allowed, child, file], options)
    return namesIn(stdout)
  } catch (error) {
    if (resourceBehind(error)) throw error
    // It took too long or too much: what cannot be looked at is refused.
    return ['unreadable']
  }
}

function namesIn(text: string): string[] {
  const names: unknown = JSON.parse(text)
  if (!Array.isArray(names)) throw new Error('the child answered something else')
  return names.filter((name) => typeof name === 'string')
}
