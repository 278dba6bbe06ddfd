import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CROSSING_FUNCTIONS } from './crossing-functions.ts'
import {
  listFunctionWrites,
  listReaching,
  listWrites,
  NAMED_BY_CALLERS,
  REACHING_FUNCTIONS,
  readSchemaTables,
  WRITERS,
} from './table-writers.ts'
import { moduleOf, WINGS } from './wings.ts'

const SOURCE = join(import.meta.dirname, '../src')
const ORDER = Object.values(WINGS).flat()
const LINES_MAX = 300
const FOLDERS_MAX = 4
/** Written by `pnpm generate`; as long as the database has tables. */
const GENERATED = ['core/platform/database-types.ts']

type Import = { from: string; to: string }

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const sources = files.filter((file) => !file.endsWith('.test.ts'))
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8')

const importsOf = (file: string, text: string): Import[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => ({
    from: file,
    to: join(dirname(file), match[1] ?? ''),
  }))
const imports = sources.flatMap((file) => importsOf(file, textOf(file)))

const ROOT = join(import.meta.dirname, '../..')
/** Every place of the repository that holds TypeScript. */
const PACKAGES = [
  'capture',
  'catalog',
  'cli',
  'conformance',
  'console',
  'dev',
  'e2e',
  'sdk',
  'server',
  'testing',
]

function importsIn(folder: string): Import[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .flatMap((file) => importsOf(file, readFileSync(join(ROOT, folder, file), 'utf8')))
}

describe('module order', () => {
  it('every module is in its wing', () => {
    const inModules = sources.filter((file) => file.includes('/'))
    expect(inModules.filter((file) => !WINGS[file.split('/')[0] ?? '']?.includes(moduleOf(file)))).toEqual([])
  })

  it('ARCHITECTURE.md draws the same wings', () => {
    const map = readFileSync(join(SOURCE, '../../ARCHITECTURE.md'), 'utf8')
    const drawn = [...map.matchAll(/^\| `(\w+)` \| `([a-z ]+)` \|$/gm)].map(([, wing, modules]) => [
      wing,
      modules,
    ])
    expect(drawn).toEqual(Object.entries(WINGS).map(([wing, modules]) => [wing, modules.join(' ')]))
  })

  it('no module is in the list that is not there', () => {
    expect(ORDER.filter((name) => !sources.some((file) => moduleOf(file) === name))).toEqual([])
  })

  it(`no file is more than ${FOLDERS_MAX} folders deep`, () => {
    expect(files.filter((file) => file.split('/').length > FOLDERS_MAX + 1)).toEqual([])
  })

  it('a module imports only modules before it', () => {
    const wrong = imports.filter(({ from, to }) => {
      if (moduleOf(from) === 'main' || moduleOf(from) === moduleOf(to)) return false
      return moduleOf(to) === 'main' || ORDER.indexOf(moduleOf(to)) > ORDER.indexOf(moduleOf(from))
    })
    expect(wrong).toEqual([])
  })

  it('routes and jobs are imported only by the entry points', () => {
    const routes = sources.filter((file) => /^export function \w+Routes\(/m.test(textOf(file)))
    const jobs = sources.filter((file) => file.endsWith('.job.ts'))
    expect(routes).toEqual(expect.arrayContaining(sources.filter((file) => file.endsWith('routes.ts'))))
    const entries = new Set([...routes, ...jobs])
    const wrong = imports.filter(
      ({ from, to }) => entries.has(to) && from !== 'app.ts' && from !== 'worker.ts',
    )
    expect(wrong).toEqual([])
  })

  it('every file that adds a route is one of them', () => {
    const adding = sources.filter((file) =>
      /^ {2,}(app|scope)\s*\.(get|post|patch|put|delete|route)\b/m.test(textOf(file)),
    )
    expect(adding.filter((file) => !/^export function \w+Routes\(/m.test(textOf(file)))).toEqual([])
  })

  it('nothing in the server imports from outside it', () => {
    expect(imports.filter(({ to }) => to.startsWith('..'))).toEqual([])
  })

  it.each(['packaging', 'testing'])(
    'nothing in %s, which several packages share, imports from one of them',
    (folder) => {
      expect(importsIn(folder).filter(({ to }) => to.startsWith('..'))).toEqual([])
    },
  )

  it.each(['catalog', 'cli', 'sdk'])(
    'nothing in %s, which is published, imports from the development stack',
    (folder) => {
      expect(importsIn(folder).filter(({ to }) => to.startsWith('../dev/'))).toEqual([])
    },
  )
})

describe('cycles', () => {
  it.each(PACKAGES)('there is none between the files of %s', (folder) => {
    const edges = importsIn(folder)
    expect(edges.length).toBeGreaterThan(0)
    expect(findCycle(edges)).toBeNull()
  })

  it('one is found', () => {
    const edges = ['a b', 'b c', 'c b'].map((edge) => ({ from: edge.slice(0, 1), to: edge.slice(2) }))
    expect(findCycle(edges)).toEqual(['b', 'c', 'b'])
  })
})

describe('files', () => {
  it(`none is longer than ${LINES_MAX} lines`, () => {
    const long = files.filter((file) => textOf(file).split('\n').length > LINES_MAX + 1)
    expect(long.filter((file) => !GENERATED.includes(file))).toEqual([])
  })

  it('none has a banned name', () => {
    const banned = /^(index|utils|helpers|common|shared|misc|manager|service|handler|data|info|dto)\.ts$/
    expect(files.filter((file) => banned.test(basename(file)))).toEqual([])
  })

  it('only config reads the environment', () => {
    const reading = sources.filter((file) => /process\.env/.test(textOf(file)))
    expect(reading.toSorted()).toEqual(['analysis/inference/disable-telemetry.ts', 'process-parts.ts'])
  })

  it('ONNX Runtime is loaded only by a thread that is started with its telemetry off', () => {
    expect(sources.filter((file) => /'onnxruntime-node'/.test(textOf(file)))).toEqual([
      'analysis/inference/onnx-thread.ts',
    ])
    const starting = sources.filter((file) => /onnx-thread\.ts/.test(textOf(file)))
    expect(starting).toEqual(['analysis/inference/onnx-threads.ts'])
    for (const file of starting) expect(textOf(file)).toMatch(/^import '\.\/disable-telemetry\.ts'/)
  })
})

describe('drivers', () => {
  it('none is changed for the whole process', () => {
    expect(files.filter((file) => /setTypeParser|pg\.defaults/.test(textOf(file)))).toEqual([])
  })
})

describe('tables', () => {
  const writes = sources.flatMap((file) => listWrites(file, textOf(file)))
  const schema = readSchemaTables()

  it('each is in the list', () => {
    expect(Object.keys(WRITERS).toSorted()).toEqual(['migrations', ...schema.wings.keys()].toSorted())
  })

  it('each is written by its module alone, in Kysely and raw SQL', () => {
    const known = writes.filter(({ table }) => table !== null)
    expect(known.filter(({ file, table }) => WRITERS[table ?? ''] !== moduleOf(file))).toEqual([])
  })

  it('each is written', () => {
    const ofModules = new Set(writes.map(({ table }) => table))
    // What only erases a table does not fill it.
    const filling = schema.writes.filter(({ file }) => !(basename(file, '.sql') in REACHING_FUNCTIONS))
    const ofFunctions = new Set(filling.map(({ table }) => table))
    const never = Object.entries(WRITERS).filter(
      ([table, writer]) => !(writer === 'database' ? ofFunctions : ofModules).has(table),
    )
    expect(never).toEqual([])
  })

  it('only settings are written where a table has no name', () => {
    const unnamed = writes.filter(({ table }) => table === null)
    expect(new Set(unnamed.map(({ file }) => file))).toEqual(new Set([NAMED_BY_CALLERS]))
  })

  it('a function of the database writes those of its own wing', () => {
    expect(listReaching(schema)).toEqual(REACHING_FUNCTIONS)
    const above = { wings: schema.wings, writes: [{ file: 'core/early.sql', table: 'holds' }] }
    expect(listReaching(above)).toEqual({ early: ['privacy'] })
  })

  it.each([
    ["db.insertInto('holds').values({})", 'holds'],
    ["db.updateTable('holds as h').set({})", 'holds'],
    ['db.deleteFrom(name)', null],
    ["export const RULES = { table: 'holds', unset: {} }", 'holds'],
    [`sql\`select from \${sql.table(name)}\``, null],
    ['sql`with made as (\n  insert into holds (id) select 1) select from made`', 'holds'],
    [`sql\`update \${name} set id = 1\``, null],
    ["client.query('UPDATE public.holds AS h SET id = 1')", 'holds'],
    ["client.query('delete from ' + name)", null],
    ["client.query('truncate table holds')", 'holds'],
  ])('a write is found in %s', (text, table) => {
    expect(listWrites('a.ts', text)).toEqual([{ file: 'a.ts', line: 1, table }])
  })

  it.each([
    "// insert into holds\n/* db.insertInto('holds') */",
    "db.selectFrom('holds').forUpdate()",
    'sql`select from holds for update skip locked`',
    'sql`values (1) on conflict (id) do update set id = 1`',
  ])('no write is found in %s', (text) => {
    expect(listWrites('a.ts', text)).toEqual([])
  })

  it('a write is found in a function, also one by a list of tables', () => {
    expect(listFunctionWrites('-- delete from a\nupdate b x set y = 1; insert into c values (1);')).toEqual([
      'b',
      'c',
    ])
    const listing =
      "array[['a', 'id = 1'], ['b', 'id = 2']] loop execute format('delete from %I where', step);"
    expect(listFunctionWrites(listing)).toEqual(['a', 'b'])
    expect(listFunctionWrites("execute 'truncate ' || name")).toEqual([null])
  })
})

describe('functions that cross organizations', () => {
  const calls = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\.callAcross\b[^(]*\(\s*('\w+')?/g)].map((match) => ({
      file,
      name: match[1]?.slice(1, -1) ?? '',
    })),
  )

  it('each is called by its own module, by name', () => {
    expect(calls.filter(({ file, name }) => CROSSING_FUNCTIONS[name] !== moduleOf(file))).toEqual([])
  })

  it('each is called', () => {
    const called = new Set(calls.map(({ name }) => name))
    const never = Object.entries(CROSSING_FUNCTIONS).filter(([name]) => !called.has(name))
    expect(never.filter(([, module]) => module !== 'database')).toEqual([])
  })
})

function findCycle(edges: Import[]): string[] | null {
  const next = Map.groupBy(edges, (edge) => edge.from)
  const done = new Set<string>()
  const walk = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const { to } of next.get(file) ?? []) {
      const cycle = walk(to, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of next.keys()) {
    const cycle = walk(file, [])
    if (cycle) return cycle
  }
  return null
}
