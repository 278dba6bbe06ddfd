import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT, Failure } from './exit-codes.ts'

const SERVER = join(import.meta.dirname, '../../server/src')

/** Where a program of the server lies. The published package comes without them. */
export function requireServerProgram(name: string): string {
  const program = join(SERVER, name)
  if (existsSync(program)) return program
  throw new Failure(
    'failed',
    'The server was not found next to this program.',
    'Run this command from a checkout of Walkaround.',
  )
}

/** Runs a program of the server to its end, in the same terminal. Returns its exit code. */
export function runServerProgram(name: string, words: string[], env: NodeJS.ProcessEnv): number {
  const { status } = spawnSync(process.execPath, [requireServerProgram(name), ...words], {
    env,
    stdio: 'inherit',
  })
  return status ?? EXIT.failed.code
}
