import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const THIS = 'server/test/commits.test.ts'
const LENGTH_MAX = 72
const [, listed = ''] = /Types: ([a-z, ]+);/.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? []
const types = listed.split(', ')
const SUBJECT = new RegExp(`^(${types.join('|')})(\\([a-z0-9-]+\\))?!?: \\S`)

type Commit = { author: string; subject: string }

describe('subjects of commits', () => {
  it('say what kind of change it is, where, and what changes', () => {
    expect(types).toContain('feat')
    expect(readCommits().filter((commit) => !isGood(commit))).toEqual([])
  })

  it.each([
    'feat(images): reject pictures below the minimum resolution',
    'fix!: answer 410',
    'docs: lead to the map',
    `fix(a): ${'x'.repeat(LENGTH_MAX - 8)}`,
    // A forge adds the number of the pull request.
    `fix(a): ${'x'.repeat(LENGTH_MAX - 8)} (#1234)`,
  ])('accept %s', (subject) => {
    expect(isGood({ author: 'Ada', subject })).toBe(true)
  })

  it.each([
    'reject small pictures',
    'style: format what was merged',
    'feat(images) reject small pictures',
    'feat (images): reject small pictures',
    'feat(Images): reject small pictures',
    'fixup! feat(images): reject small pictures',
    `fix(a): ${'x'.repeat(LENGTH_MAX - 7)}`,
  ])('refuse %s', (subject) => {
    expect(isGood({ author: 'Ada', subject })).toBe(false)
  })
})

/** The updater of dependencies names packages and versions, at any length. */
function isGood({ author, subject }: Commit): boolean {
  const length = subject.replace(/ \(#\d+\)$/, '').length
  return SUBJECT.test(subject) && (length <= LENGTH_MAX || author === 'dependabot[bot]')
}

/** Since this file is here: earlier ones had no such rule. In a clone without the whole history, those that it has. */
function readCommits(): Commit[] {
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', THIS)
  if (!added) return []
  const lines = git('log', '--no-merges', '--format=%an%x09%s', `${added}..HEAD`).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [author = '', ...rest] = line.split('\t')
    return { author, subject: rest.join('\t') }
  })
}

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // A folder without a repository, or a repository without commits.
    return ''
  }
}
