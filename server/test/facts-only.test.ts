import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALLOWED } from './measured-allowed.ts'
import { findMeasuredVerdicts } from './measured-verdicts.ts'
import { SyntaxTree } from './syntax-tree.ts'
import { findTimeLimits } from './time-limits.ts'

// The gate is red only for the code: no time, processor time or memory decides a test. Claims of those are in *.timed.test.ts.
const root = join(import.meta.dirname, '../..')
const FOLDERS = [
  'capture',
  'catalog',
  'cli',
  'conformance',
  'console',
  'deploy',
  'dev',
  'e2e',
  'sdk',
  'server',
  'testing',
]

/** Tests, and what only they import. */
const isJudging = (file: string) =>
  /\.test\.tsx?$|^(e2e|testing|conformance)\/|\/test\//.test(file) &&
  !/\.timed\.test\.ts$|^e2e\/timed\/|\.d\.ts$/.test(file)

const isMeant = (entry: string, text: string) =>
  entry.endsWith('…') ? text.startsWith(entry.slice(0, -1)) : text === entry

const judge = (text: string) => findMeasuredVerdicts({ 'a.test.ts': text }).map((verdict) => verdict.text)

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
  }),
).filter(isJudging)

describe('the gate', () => {
  it('judges facts only', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = findMeasuredVerdicts(Object.fromEntries(files.map((file) => [file, read(file)])))
    const used = new Set<string>()
    const open = found.filter(({ file, text }) => {
      const entry = ALLOWED.flatMap(([at, texts]) => (at === file ? texts : [])).find((one) =>
        isMeant(one, text),
      )
      if (entry !== undefined) used.add(`${file}: ${entry}`)
      return entry === undefined
    })
    expect(open.map(({ file, line, place, text }) => `${file}:${line} in "${place}" judges ${text}`)).toEqual(
      [],
    )
    const unused = ALLOWED.flatMap(([file, texts]) => texts.map((text) => `${file}: ${text}`))
    expect(unused.filter((entry) => !used.has(entry))).toEqual([])
  })

  // One limit for all is in vitest.config.ts: ten times what the slowest takes, and only against what hangs.
  it('has no test with a limit of time of its own', () => {
    const limits = files.flatMap((file) => {
      const tree = new SyntaxTree(read(file), file.endsWith('x') ? 'tsx' : 'ts')
      return findTimeLimits(tree).map((limit) => `${file}:${tree.lineOf(limit)}`)
    })
    expect(limits).toEqual([])
  })

  it('waits for the result of a picture without an end', () => {
    const waiting = globSync('server/src/**/*.test.ts', { cwd: root }).filter((file) =>
      /service\.ts'[\s\S]*wait_for_result: true/.test(read(file)),
    )
    expect(waiting.length).toBeGreaterThan(3)
    expect(waiting.filter((file) => !read(file).includes('waitWithoutEnd('))).toEqual([])
  })
})

describe('a measured value', () => {
  it.each([
    ['a difference', 'const a = performance.now(); expect(performance.now() - a).toBeLessThan(5)'],
    ['a comparison', 'const a = Date.now(); expect(Date.now() - a < 5).toBe(true)'],
    ['a limit', 'expect(5).toBeLessThan(Date.now())'],
    ['a clock of the date', 'const a = new Date(); expect(new Date().getTime() - a.getTime()).toBe(0)'],
    ['processor time', 'const { user } = process.cpuUsage(); expect(user / 1000).toBeLessThan(3)'],
    ['memory', 'expect(process.memoryUsage().rss).toBeLessThan(3)'],
    ['memory of another process', 'const world = start(); expect(world.residentMb).toBeLessThan(3)'],
    [
      'the kernel',
      "expect(read(readFileSync('/proc/1/status', 'utf8').length)).toBe(readFileSync('/proc/1/stat'))",
    ],
    [
      'a figure among many',
      'const all = []; for (;;) all.push(performance.now()); expect(Math.max(...all)).toBe(1)',
    ],
    [
      'one of a sorted list',
      'const t = xs.map(() => performance.now()); expect(t.toSorted((a, b) => a - b)[4]).toBe(1)',
    ],
    ['the best of some', 'let best = 9; best = Math.min(best, Date.now()); expect(best).toBe(1)'],
    [
      'a function of the file',
      'async function took() { return performance.now() }\nit("x", async () => { expect(await took()).toBe(1) })',
    ],
    [
      'a property',
      'const ask = () => ({ status: 200, tookMs: Date.now() }); const { tookMs } = ask(); expect(tookMs).toBe(1)',
    ],
    ['a parameter', 'function quick(ms) { expect(ms).toBeLessThan(5) }\nquick(Date.now())'],
    ['a poll', 'expect.poll(() => performance.now()).toBe(1)'],
    ['a page', "const ms = await page.evaluate('performance.now()'); expect(ms).toBe(1)"],
    ['a violation', 'const s = Date.now() - from; if (s > 9) violations.add("slow", String(s))'],
    [
      'a violation behind a return',
      'function f() { if (Date.now() < until) return\nviolations.add("slow", "x") }',
    ],
    ['a check of the clients', 'const tookMs = Date.now() - from; checks.that("quick", tookMs < 9, tookMs)'],
  ])('is followed into a verdict: %s', (_name, text) => {
    expect(judge(text)).toHaveLength(1)
  })

  it.each([
    ['a fact', 'const from = Date.now(); expect(count).toBe(3)'],
    ['how many were measured', 'const all = []; all.push(Date.now()); expect(all.length).toBe(1)'],
    [
      'a name of another scope',
      'function f() { const at = Date.now(); return 1 }\nconst at = 5; expect(at).toBe(5)',
    ],
    [
      'another property',
      'const ask = () => ({ status: 200, tookMs: Date.now() }); expect(ask().status).toBe(200)',
    ],
    ['an input', 'expect(() => verify(Date.now() - 600_000)).toThrow()'],
    ['only shown', 'const ms = Date.now() - from; if (!ok) violations.add("lost", String(ms))'],
    [
      'only at the full size',
      'const s = Date.now() - from; if (s > 9) violations.addTimed("slow", String(s))',
    ],
    ['what is seen, beside what is judged', 'const ms = Date.now() - from; checks.that("there", found, ms)'],
    ['who a process is', "expect(readFileSync('/proc/1/cmdline', 'utf8')).toContain('node')"],
    ['a watchdog', 'const until = Date.now() + 9; while (Date.now() < until) look()\nexpect(seen).toBe(1)'],
  ])('is left alone: %s', (_name, text) => {
    expect(judge(text)).toEqual([])
  })

  it('is followed through an import', () => {
    const found = findMeasuredVerdicts({
      'a/timing.ts': 'export const tookOf = () => performance.now()',
      'b/one.test.ts':
        "import { tookOf } from '../a/timing.ts'\nit('is quick', () => { expect(tookOf()).toBe(1) })",
    })
    expect(found).toEqual([{ file: 'b/one.test.ts', line: 2, place: 'is quick', text: 'tookOf()' }])
  })
})

describe('a limit of time', () => {
  const limitsIn = (text: string) => findTimeLimits(new SyntaxTree(text, 'ts')).length

  it.each([
    ['of a test', "it('a', () => {}, 120_000)"],
    ['of each test of a table', "it.each([[1]])('a', () => {}, 60_000)"],
    ['of a hook', 'beforeAll(async () => {}, 60_000)'],
    ['with a name', "const SLOW_MS = 5\nit('a', () => {}, SLOW_MS)"],
    ['among the options', "it('a', { timeout: 5 }, () => {})"],
    ['of a group', "describe('a', { timeout: 5 }, () => {})"],
  ])('is seen %s', (_, text) => expect(limitsIn(text)).toBe(1))

  it('is no other number', () => {
    expect(limitsIn("it.each([[1, 2]])('a', (a) => wait(a, 5_000))\nit('b', prove)")).toBe(0)
  })
})
