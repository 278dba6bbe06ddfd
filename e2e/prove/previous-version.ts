import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../testing/ground.ts'

const run = promisify(execFile)
const MIGRATIONS = 'server/src/core/platform/migrations'
const COMMITS_MAX = 10

/**
 * Puts the version before this one into the folder: the last release. Right behind one, it is the newest commit before the
 * newest migration that starts, so that there is something to migrate. Before the first release, it is the commit that made
 * the schema of today. Null in a clone without history.
 */
export async function checkOutPreviousVersion(folder: string): Promise<string | null> {
  const named = process.env.PROVE_PREVIOUS || (await findRelease())
  if (named) return checkOutVersion(named, folder)
  const commits = await listCommitsBeforeNewestMigration()
  for (const commit of commits) {
    await checkOutVersion(commit, folder)
    if (await canStart(folder)) return commit
    await rm(folder, { recursive: true })
  }
  if (commits.length > 0) throw new Error(`None of these commits starts: ${commits.join(', ')}`)
  return null
}

async function findRelease(): Promise<string | null> {
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => '')
  return tag && (await listNewMigrations(tag)).length > 0 ? tag : null
}

async function listCommitsBeforeNewestMigration(): Promise<string[]> {
  const lastOf = (...options: string[]) => git('log', '-1', '--format=%H', ...options).catch(() => '')
  const newest = await lastOf('--diff-filter=A', '--', MIGRATIONS)
  if (!newest) return []
  // Nothing can be migrated to the first one.
  const isFirst = (await git('ls-tree', '--name-only', newest, `${MIGRATIONS}/`)).split('\n').length === 1
  if (isFirst) return [await lastOf('--', MIGRATIONS)]
  const commits = await git('log', `--max-count=${COMMITS_MAX}`, '--format=%H', `${newest}^`).catch(() => '')
  return commits.split('\n').filter(Boolean)
}

/** Its files and its own locked dependencies: nothing of it is borrowed from this checkout. */
async function checkOutVersion(commit: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await run('bash', ['-ec', 'set -o pipefail; git archive "$0" | tar -x -C "$1"', commit, folder], {
    cwd: root,
  })
  const filter = ['--filter', '@walkaround/server...']
  await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--prod', ...filter], {
    cwd: folder,
  })
  return commit
}

/** A commit that was part of a larger change may lack modules that came with the next one. */
async function canStart(folder: string): Promise<boolean> {
  const load = `await import('./server/src/app.ts'); process.exit()`
  return run(process.execPath, ['--input-type=module', '--eval', load], { cwd: folder }).then(
    () => true,
    () => false,
  )
}

export async function listNewMigrations(commit: string): Promise<string[]> {
  const names = await git('diff', '-M', '--name-only', '--diff-filter=A', commit, '--', MIGRATIONS)
  return names
    .split('\n')
    .filter(Boolean)
    .map((name) => basename(name))
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: root })).stdout.trim()
}
