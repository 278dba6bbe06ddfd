import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
const [, section = ''] = text.split('## Where it is decided\n')
const [table = ''] = section.split('\n## ')
const rows = [...table.matchAll(/^\| ([^|]+) \| `([^`]+)`[^|]* \| `(\w+)` \|$/gm)].map(
  ([, behaviour = '', file = '', name = '']) => ({ behaviour, file, name }),
)

describe('the map leads to what decides', () => {
  it('30 behaviours are in it', () => {
    expect(rows).toHaveLength(30)
  })

  it.each(rows)('$behaviour: $name', ({ file, name }) => {
    const declared = new RegExp(`\\b(function\\*?|const|class|type) ${name}\\b`)
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(declared)
  })
})
