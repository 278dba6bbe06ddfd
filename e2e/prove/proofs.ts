import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Below the root: what was green at the full size, by name. */
export const PROVED = '.ci/proved.json'
export const PROVED_FILE = join(import.meta.dirname, '../..', PROVED)

/** When a part was last green at its full size, and on which files. */
export type Proof = { commit: string; started_at: string; [figure: string]: unknown }

export function readProofs(): Record<string, Proof> {
  return existsSync(PROVED_FILE) ? JSON.parse(readFileSync(PROVED_FILE, 'utf8')) : {}
}

/** What judges times, memory and processor time beside the campaigns: at the full size alone. */
export const MEASURED: Record<string, { command: string[]; env?: Record<string, string> }> = {
  clients: { command: ['node', 'conformance/main.ts', '--size', 'full'] },
  timed: { command: ['pnpm', 'exec', 'vitest', 'run', '--project', 'timed', '--project', 'e2e-timed'] },
  bench: { command: ['pnpm', 'bench', 'guard'], env: { BENCH_SIZE: 'small' } },
}
