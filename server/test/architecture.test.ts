import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CROSSING_FUNCTIONS } from './crossing-functions.ts'
import { moduleOf, WINGS } from './wings.ts'

const SOURCE = join(import.meta.dirname, '../src')
const ORDER = Object.values(WINGS).flat()
const LINES_MAX = 300
const FOLDERS_MAX = 4
/** Written by `pnpm generate`; as long as the database has tables. */
const GENERATED = ['core/platform/database-types.ts']
/** The module that writes each table; any module may read any table in a join. */
const WRITERS: Record<string, string> = {
  inspections: 'inspections',
  quotas: 'quotas',
  vehicles: 'vehicles',
  events: 'contracts',
  administration_events: 'contracts',
  tasks: 'tasks',
  task_runs: 'tasks',
  task_results: 'tasks',
  images: 'images',
  image_tasks: 'images',
  picture_settings: 'images',
  uploads: 'images',
  parts: 'parts',
  damages: 'damages',
  damage_parts: 'damages',
  views: 'views',
  pricings: 'pricing',
  estimates: 'pricing',
  reports: 'reports',
  comparisons: 'comparisons',
  comparison_places: 'comparisons',
  comparison_settings: 'comparisons',
  wheel_analyses: 'wheels',
  documents: 'documents',
  rendered_outputs: 'renderings',
  task_replays: 'tasks',
  stream_tickets: 'events',
  webhook_endpoints: 'webhooks',
  webhook_deliveries: 'webhooks',
  webhook_attempts: 'webhooks',
  idempotency_keys: 'http',
  capture_profiles: 'capture',
  capture_links: 'capture',
  capture_sessions: 'capture',
  objection_links: 'objections',
  objection_sessions: 'objections',
  objections: 'objections',
  objection_pictures: 'objections',
  objection_decisions: 'objections',
  objection_settings: 'objections',
  holds: 'holds',
  retention_rules: 'retention',
  organization_keys: 'platform',
  audit_checkpoints: 'audit',
  audit_heads: 'audit',
  erasures: 'erasures',
  erasure_inspections: 'erasures',
  erasure_objects: 'erasures',
}

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
  it('each is written by one module', () => {
    const wrong = sources.flatMap((file) =>
      [...textOf(file).matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\btable: '(\w+)',/g)]
        .map((match) => ({ file, table: match[1] ?? match[2] ?? '' }))
        .filter(({ table }) => WRITERS[table] !== moduleOf(file)),
    )
    expect(wrong).toEqual([])
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
