import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './stack.ts'

const run = promisify(execFile)
const MIGRATIONS = 'server/src/platform/migrations'

/**
 * The version before this one: the last release. Before the first release, and right behind one, it is the commit before the
 * newest migration, so that there is something to migrate. Null in a clone without history.
 */
export async function findPreviousVersion(): Promise<string | null> {
  if (process.env.PROVE_PREVIOUS) return process.env.PROVE_PREVIOUS
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => '')
  if (tag && (await git('diff', '--name-only', tag, 'HEAD', '--', MIGRATIONS))) return tag
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS).catch(() => '')
  return newest ? git('rev-parse', '--verify', '--quiet', `${newest}^`).catch(() => null) : null
}

/** Its files and its own locked dependencies: nothing of it is borrowed from this checkout. */
export async function checkOutVersion(commit: string, folder: string): Promise<void> {
  await run('bash', ['-ec', 'set -o pipefail; git archive "$0" | tar -x -C "$1"', commit, folder], {
    cwd: root,
  })
  const filter = ['--filter', '@walkaround/server...']
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--prod', ...filter], {
    cwd: folder,
  })
}

export async function listNewMigrations(commit: string): Promise<string[]> {
  const names = await git('diff', '--name-only', '--diff-filter=A', commit, '--', MIGRATIONS)
  return names
    .split('\n')
    .filter(Boolean)
    .map((name) => name.slice(join(MIGRATIONS, '/').length))
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: root })).stdout.trim()
}
