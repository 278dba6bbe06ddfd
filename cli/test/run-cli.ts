import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PROGRAM = join(import.meta.dirname, '../walkaround')

export type Ended = { code: number | null; out: string; err: string }

/** Nothing of the machine but what a program needs to start: no session, no token, no colours asked for. */
export function environment(given: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'walkaround-cli-')),
    ...given,
  }
}

export function startCli(
  args: string[],
  env: Record<string, string>,
): ChildProcess & { ended: Promise<Ended> } {
  const child = spawn(PROGRAM, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  return Object.assign(child, { ended })
}

export const runCli = (args: string[], env: Record<string, string>): Promise<Ended> =>
  startCli(args, env).ended
