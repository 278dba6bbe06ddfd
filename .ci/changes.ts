import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MEASURED, PROVED, type Proof, readProofs } from '../e2e/prove/proofs.ts'

export const root = resolve(import.meta.dirname, '..')

/** What each group and each campaign guards: folders and files, below the root. */
export type Guards = { groups: Record<string, string[]>; campaigns: Record<string, string[]> }

export function readGuards(): Guards {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'guards.json'), 'utf8'))
}

/** A proof is as old as the oldest of its parts, and none where one is missing. */
export function findOldestProof(names: readonly string[], proofs: Record<string, Proof>): Proof | null {
  const found = names.map((name) => proofs[name])
  if (found.includes(undefined)) return null
  return found.toSorted((a, b) => ((a?.started_at ?? '') < (b?.started_at ?? '') ? -1 : 1))[0] ?? null
}

/** Everything that the full proof runs. */
export const namesOfProof = (guards: Guards) => [...Object.keys(guards.campaigns), ...Object.keys(MEASURED)]

export const headCommit = () => git('rev-parse', 'HEAD') ?? ''

export type Changes = { touches: (guarded: readonly string[]) => boolean }

/** `files` is null where nobody knows: then everything counts as changed, as it does when the gate itself has. */
export function changesOf(files: readonly string[] | null): Changes {
  const isAll = files === null || files.some((file) => file !== PROVED && isBelow(file, '.ci'))
  return {
    touches: (guarded) => isAll || files.some((file) => guarded.some((place) => isBelow(file, place))),
  }
}

/** Since a commit. */
export function changesSince(base: string | null): Changes {
  const committed = base && git('diff', '--name-only', `${base}..HEAD`)
  const uncommitted = git('status', '--porcelain', '--no-renames')
  if (committed === null || uncommitted === null) return changesOf(null)
  const paths = uncommitted.split('\n').map((line) => line.slice(3))
  return changesOf([...committed.split('\n'), ...paths].filter(Boolean))
}

export const isBelow = (file: string, place: string) =>
  place === '.' || file === place || file.startsWith(`${place}/`)

/** How many commits lie between; null where the history does not say. */
export function countCommits(from: string): number | null {
  const count = git('rev-list', '--count', `${from}..HEAD`)
  return count === null ? null : Number(count)
}

/** The last commit that is known to be green: CI says what it has tested before. Elsewhere what is on the main branch has been, or what the
 * last full proof ran on. */
export function findBase(): string | null {
  const merged = git('merge-base', 'HEAD', 'origin/main')
  const candidates = [
    process.env.CI_BASE,
    merged === headCommit() ? null : merged,
    findOldestProof(namesOfProof(readGuards()), readProofs())?.commit,
  ]
  return candidates.find((commit) => commit && isAncestor(commit)) ?? null
}

const isAncestor = (commit: string) => git('merge-base', '--is-ancestor', commit, 'HEAD') !== null

function git(...args: string[]): string | null {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: [...stdio] }).trimEnd()
  } catch {
    return null
  }
}
