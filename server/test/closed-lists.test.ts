import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '@walkaround/catalog/languages'
import { MODEL_TASKS, TASK_NAMES, TASK_PERMISSIONS, TASKS } from '@walkaround/catalog/tasks'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** Tests and the clients of others name what they try; generated code follows `openapi.json`. */
const FREE =
  /\.test\.tsx?$|\/test\/|^conformance\/|^e2e\/|\/examples\.ts$|^sdk\/src\/(api-types|operations)\.ts$/
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file && existsSync(join(ROOT, file)) && !FREE.test(file))

/** A literal that names as many things of a kind is a list of them. */
const LIST_MIN = 3

describe('tasks', () => {
  const homes = [
    'catalog/src/tasks.ts',
    'server/src/analysis/task-analyses.ts',
    // Fields of a picture have the names of the tasks that fill them.
    'server/src/inspection/images/schema.ts',
  ]
  // One list of words for each language, which the compiler keeps whole.
  const isHome = (file: string) => homes.includes(file) || file.startsWith('catalog/src/labels/')

  it('are listed in the table of the catalog, and nowhere else', () => {
    expect(sources.filter((file) => !isHome(file)).flatMap((file) => listsIn(file, TASK_NAMES))).toEqual([])
  })

  it('each that models do has a folder, and each folder such a task', () => {
    const folders = new Set(
      sources.flatMap((file) => /^server\/src\/analysis\/tasks\/([^/]+)\//.exec(file)?.[1] ?? []),
    )
    const expected = MODEL_TASKS.map((name) => name.replaceAll('_', '-'))
    expect([...folders].toSorted()).toEqual(expected.toSorted())
  })

  it('a folder imports nothing of another', () => {
    const crossing = sources.flatMap((file) => {
      const folder = /^server\/src\/analysis\/tasks\/([^/]+)\//.exec(file)?.[1]
      const others = [...textOf(file).matchAll(/from '\.\.\/([^./'][^/']*)\//g)].map((match) => match[1])
      return folder && others.length > 0 ? [`${file}: ${others}`] : []
    })
    expect(crossing).toEqual([])
  })

  it('the guide says who does each', () => {
    const [intro = ''] = textOf('docs/guides/tasks.md').split('\n## ')
    const rows = [...intro.matchAll(/^\| (`.+?`) \| (.+?) \|/gm)]
    const told = new Map(
      rows.flatMap(([, names = '', by = '']) =>
        [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, by]),
      ),
    )
    const words = { model: /models?$/, derived: /^rules$/, person: /^a person$/ }
    for (const name of TASK_NAMES) {
      const { by } = TASKS[name]
      if (by === 'nobody') expect(intro).toMatch(new RegExp(`\`${name}\`.*reserved names`))
      else expect(told.get(name), name).toMatch(words[by])
    }
  })

  it('the guide lists the permissions they need', () => {
    const [, row = ''] = /^\| (`.+?`) \| request that task \|$/m.exec(textOf('docs/guides/tenants.md')) ?? []
    const told = [...row.matchAll(/:(\w+)`/g)].map((match) => match[1])
    expect(told).toEqual(TASK_PERMISSIONS.map(({ task }) => task))
  })
})

describe('languages', () => {
  // What each language says, keyed by all of them: the compiler finds the one that is missing.
  const homes = [
    'catalog/src/languages.ts',
    'catalog/src/labels.ts',
    'catalog/src/load-labels.ts',
    'server/src/outputs/objections/words/words.ts',
    'server/src/outputs/reports/pdf/speak.ts',
  ]

  it('are listed in the table of the catalog, and nowhere else', () => {
    const others = sources.filter((file) => !homes.includes(file))
    expect(others.flatMap((file) => listsIn(file, LANGUAGES))).toEqual([])
  })

  it('the guide names those of reports', () => {
    const row = /^\| `language` \| (.+?), with or without/m.exec(textOf('docs/guides/report.md'))?.[1] ?? ''
    expect([...row.matchAll(/`(\w+)`/g)].map((match) => match[1])).toEqual(LANGUAGES)
  })
})

describe('a list', () => {
  it.each([
    ["const A = ['odometer', 'pricing', 'compliances']", 1],
    ['new Set<string>([\n  "odometer",\n  `pricing`,\n  "compliances",\n])', 1],
    ['const A = { odometer: true, pricing: false, compliances }', 1],
    ["switch (name) { case 'odometer': case 'pricing': return 1; case 'compliances': return 2 }", 1],
    ["name === 'odometer' || name === 'pricing' || name === 'compliances'", 1],
    ["['odometer', 'pricing'] // compliances, 'compliances'", 0],
    ["['odometer', 'pricing', 'odometer']", 0],
    ["f('odometer', 2); g('pricing')\nh('compliances')", 0],
  ])('%s', (text, count) => {
    expect(listsOf(text, TASK_NAMES)).toHaveLength(count)
  })
})

function listsIn(file: string, names: readonly string[]): string[] {
  return listsOf(textOf(file), names).map((found) => `${file}: ${found}`)
}

/** The names that stand together between one pair of brackets, or in one statement outside of any. */
function listsOf(text: string, names: readonly string[]): string[] {
  const lists: string[] = []
  const open: Set<string>[] = [new Set()]
  const close = (found: Set<string> | undefined) => {
    if (found && found.size >= LIST_MIN) lists.push([...found].join(', '))
  }
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^[[{(]$/.test(token)) open.push(new Set())
    else if (/^[\])}]$/.test(token)) close(open.length > 1 ? open.pop() : undefined)
    else {
      const name = token.replace(/^(['"`])(.*)\1$/s, '$2')
      if (names.includes(name)) open.at(-1)?.add(name)
    }
  }
  for (const rest of open) close(rest)
  return lists
}

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*|[[\]{}()]/g
