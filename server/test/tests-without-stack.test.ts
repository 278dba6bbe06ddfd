import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { divideServerTests, loadedBy } from './tests-without-stack.ts'

const SERVER = join(import.meta.dirname, '..')

describe('loadedBy', () => {
  const loaded = (text: string) => loadedBy('server/src/a/b.test.ts', text)

  it('finds every way to load a file', () => {
    expect(
      loaded("import { a } from './a.ts'\nimport '../b.ts'\nconst c = await import('../../test/c.ts')\n"),
    ).toEqual(['server/src/a/a.ts', 'server/src/b.ts', 'server/test/c.ts'])
    expect(loaded("import {\n  type A,\n  b,\n} from './b.ts'\nexport { c } from './c.ts'\n")).toEqual([
      'server/src/a/b.ts',
      'server/src/a/c.ts',
    ])
  })

  it('leaves out types and packages', () => {
    expect(
      loaded("import type { A } from './a.ts'\nimport pg from 'pg'\nimport { join } from 'node:path'\n"),
    ).toEqual([])
  })
})

describe('divideServerTests', () => {
  const { pure, onStack } = divideServerTests()

  it('puts each test file into one of the two projects', () => {
    const files = ['src', 'evaluate'].flatMap((folder) =>
      readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts'))
        .map((file) => join('server', folder, file)),
    )
    expect([...pure, ...onStack].sort()).toEqual(files.sort())
  })

  it('knows a test of pure code, one over HTTP, and one that has the database without the service', () => {
    expect(pure).toContain('server/src/findings/costs/estimate.test.ts')
    expect(onStack).toContain('server/src/inspection/tasks/update-task.test.ts')
    expect(onStack).toContain('server/src/core/platform/jobs.test.ts')
  })
})
