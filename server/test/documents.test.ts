import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)))
const documents = tracked.filter((file) => file.endsWith('.md'))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts

const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
const anchorsOf = (file: string) =>
  new Set([...textOf(file).matchAll(/^#+\s+(.+)$/gm)].map((match) => anchorOf(match[1] ?? '')))

/** Paths of the repository named in running text: `server/src/app.ts`, `dev/stack`. */
const PATH =
  /`((?:\.ci|deploy|dev|server|sdk|cli|catalog|conformance|e2e|docs)\/[A-Za-z0-9_./-]+|[A-Z]+\.md|openapi\.json)`/g

describe('documents', () => {
  it('every link leads somewhere', () => {
    const dead = documents.flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap((match) => {
        const target = match[1] ? join(dirname(file), match[1]) : file
        if (!existsSync(join(root, target))) return [`${file}: ${match[1]}`]
        return match[2] && !anchorsOf(target).has(match[2]) ? [`${file}: #${match[2]}`] : []
      }),
    )
    expect(dead).toEqual([])
  })

  it('every path named in a document exists', () => {
    const dead = documents.flatMap((file) =>
      [...textOf(file).matchAll(PATH)]
        .map((match) => match[1] ?? '')
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    )
    expect(dead).toEqual([])
  })

  it('every pnpm command named in a document exists', () => {
    const builtIn = new Set(['install', 'exec', 'add', 'pack'])
    const dead = documents.flatMap((file) =>
      [...textOf(file).matchAll(/\bpnpm ([a-z0-9-]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((name) => !(name in scripts) && !builtIn.has(name))
        .map((name) => `${file}: pnpm ${name}`),
    )
    expect(dead).toEqual([])
  })

  it('every first issue quotes a text that is still there', () => {
    const page = textOf('docs/contributing/first-issues.md')
    const quotes = [...page.matchAll(/\*\*Today:\*\* `([^`]+)`, line \d+: `([^`]+)`/g)]
    expect(quotes).toHaveLength(page.match(/^## /gm)?.length ?? 0)
    const fixed = quotes.filter(([, file = '', text = '']) => !textOf(file).includes(text))
    expect(fixed.map(([quote]) => quote)).toEqual([])
  })

  it('no file holds a machine path', () => {
    const forbidden = new RegExp(['/wor' + 'k/', '/ro' + 'ot/', '/home/[a-z]'].join('|'))
    const texts = tracked.filter((file) => /\.(md|ts|json|ya?ml|sh|sql)$|^dev\/|^\.ci\//.test(file))
    expect(texts.filter((file) => forbidden.test(textOf(file)))).toEqual([])
  })
})
