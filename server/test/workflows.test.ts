import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGuards } from '../../.ci/changes.ts'
import { judgeWorkflow, lintWorkflow, readMatrix } from './workflow-rules.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

const DIGEST = '3d3c42e5aac5ba805825da76410c181273ba90b1'
const CHECKOUT = `uses: actions/checkout@${DIGEST} # v7.0.1\n        with: { persist-credentials: false }`
const GOOD = `name: example
on:
  pull_request:
permissions: { contents: read }
concurrency: { group: example, cancel-in-progress: true }
defaults:
  run: { shell: bash }
jobs:
  gate:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - ${CHECKOUT}
      - env:
          TITLE: \${{ github.event.pull_request.title }}
        run: echo "$TITLE" | cat
`
const judge = async (text: string) => [
  ...judgeWorkflow('example.yml', text),
  ...(await lintWorkflow('example.yml', text)),
]

describe('workflows', () => {
  it.each(readdirSync(folder))('%s has no faults', async (file) => {
    const text = read(file)
    expect([...judgeWorkflow(file, text), ...(await lintWorkflow(file, text))]).toEqual([])
  })

  it('run every group of the gate, each in a job', () => {
    const groups = Object.keys(readGuards().groups)
    expect(groups.length).toBeGreaterThan(1)
    expect(readMatrix(read('ci.yml'))).toEqual(groups)
  })
})

describe('the rules of workflows', () => {
  it('accept a good one', async () => {
    expect(await judge(GOOD)).toEqual([])
  })

  it.each([
    ['a tag instead of a digest', `@${DIGEST} # v7.0.1`, '@v7.0.1', 'is not pinned by digest'],
    ['a digest cut short', DIGEST, DIGEST.slice(0, 39), 'is not pinned by digest'],
    ['a digest that nobody can read', ' # v7.0.1', '', 'has no tag beside it'],
    ['a job without an end', '    timeout-minutes: 5\n', '', 'has no time limit'],
    ['permissions left to a default', 'permissions: { contents: read }\n', '', 'are not just to read'],
    ['permissions to write', 'contents: read', 'contents: write', 'are not just to read'],
    [
      'a job that may write',
      '    timeout-minutes',
      '    permissions: { packages: write }\n    timeout-minutes',
      'has permissions that no list allows',
    ],
    ['no concurrency', /concurrency.*\n/, '', 'names no concurrency'],
    ['a superseded run that goes on', ', cancel-in-progress: true', '', 'a run that is superseded goes on'],
    ['a token that stays', 'persist-credentials: false', 'fetch-depth: 0', 'leaves its token in .git'],
    ['an expression in a script', '"$TITLE"', `"\${{ github.sha }}"`, 'has an expression inside a script'],
    ['a pipe that hides a failure', /defaults:\n.*\n/, '', 'has a pipe'],
    ['a script that is none', 'echo "$TITLE" | cat', 'if true; then echo', 'is no shell script'],
    [
      'a hidden file',
      CHECKOUT,
      `uses: actions/upload-artifact@${DIGEST} # v7.0.0\n        with: { path: .ci/proved.json }`,
      'uploads a hidden file',
    ],
    // From here on it is actionlint that sees it.
    [
      'an input that the action lacks',
      'persist-credentials:',
      'fetch-dpth: 0, persist-credentials:',
      'fetch-dpth',
    ],
    ['a job that is not there', '    timeout', '    needs: [nothing]\n    timeout', 'nothing'],
    ['a key that is not there', 'timeout-minutes', 'timeout-hours', 'unexpected key "timeout-hours"'],
    ['an expression of nothing', 'pull_request.title', 'pull_request.title ||', 'unexpected'],
    ['a title that a stranger writes', '"$TITLE"', `"\${{ github.event.pull_request.title }}"`, 'untrusted'],
  ])('refuse %s', async (_name, part, other, fault) => {
    const text = GOOD.replace(part, () => other)
    expect(text).not.toBe(GOOD)
    expect((await judge(text)).join('\n')).toContain(fault)
  })
})
