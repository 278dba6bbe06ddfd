import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = [
  '.ci',
  'catalog',
  'cli',
  'conformance',
  'console/src',
  'deploy',
  'dev',
  'e2e',
  'packaging',
  'sdk',
  'server',
  'testing',
]
/** What others import: the entry points of the SDK. */
const PUBLISHED: Record<string, string> = Object.fromEntries(
  ['walkaround', 'claims', 'discovery', 'normalize', 'records'].map((name) => [
    name === 'walkaround' ? '@walkaround/sdk' : `@walkaround/sdk/${name}`,
    `sdk/src/${name}.ts`,
  ]),
)
/** Written by `pnpm generate`, or read by the compiler alone. */
const EXEMPT = [
  'sdk/src/api-types.ts',
  'sdk/test/types.check.ts',
  'server/src/core/contracts/contracts.test.ts',
  'server/src/core/platform/database-types.ts',
]

type Sources = Map<string, string>

function readSources(): Sources {
  const folders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const files = [...readdirSync(ROOT), ...folders].filter(
    (file) => /(?<!\.d)\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file),
  )
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
}

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const inCatalog = /^@walkaround\/catalog\/(.+)$/.exec(specifier)?.[1]
  return inCatalog ? `catalog/src/${inCatalog}.ts` : (PUBLISHED[specifier] ?? '')
}

const NAMES = /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*'([^']+)'/g
const WHOLE = /(?:(?:import|export)\s+\*(?:\s+as\s+\w+)?\s*from\s*|import\(\s*)'([^']+)'/g
const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm

/**
 * Functions, constants and classes that a file exports and no other file imports. A type that stands in an exported
 * signature may be named, so types are not looked at.
 */
function findUnused(sources: Sources): string[] {
  const used = new Set<string>()
  const whole = new Set(Object.values(PUBLISHED))
  for (const [file, text] of sources) {
    for (const [, names = '', specifier = ''] of text.matchAll(NAMES))
      for (const name of names.split(','))
        used.add(
          `${targetOf(file, specifier)} ${
            name
              .trim()
              .replace(/^type /, '')
              .split(' as ')[0]
          }`,
        )
    for (const [, specifier = ''] of text.matchAll(WHOLE)) whole.add(targetOf(file, specifier))
  }
  return [...sources]
    .filter(([file]) => !whole.has(file) && !EXEMPT.includes(file))
    .flatMap(([file, text]) => [...text.matchAll(EXPORTED)].map((match) => `${file} ${match[1]}`))
    .filter((place) => !used.has(place))
}

describe('exports', () => {
  it('each is imported somewhere', () => {
    expect(findUnused(readSources())).toEqual([])
  })

  it('an unused one is found', () => {
    const sources = new Map([
      ['server/a.ts', 'export const one = 1\nexport function two() {}\nexport type Three = 3\n'],
      ['server/b.ts', "import { type Three, one } from './a.ts'\n"],
    ])
    expect(findUnused(sources)).toEqual(['server/a.ts two'])
  })
})
