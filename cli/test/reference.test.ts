import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMANDS } from '../src/commands.ts'
import { referenceOf } from '../src/reference.ts'
import { tableLines } from '../src/terminal.ts'

const file = join(import.meta.dirname, '../../docs/cli.md')
const MARK =
  '<!-- reference: written by `WRITE=1 pnpm exec vitest run --project cli cli/test/reference.test.ts` -->\n'

it('docs/cli.md shows every command as it is', () => {
  const [before = '', reference] = readFileSync(file, 'utf8').split(MARK)
  const wanted = referenceOf(COMMANDS)
  if (process.env.WRITE) writeFileSync(file, before + MARK + wanted)
  else expect(reference).toBe(wanted)
})

it('a table shows control characters of others as what they are', () => {
  const lines = tableLines(
    ['name', 'count'],
    [
      ['a\u001b[2Jb', 3],
      [null, 12],
    ],
  )
  expect(lines).toEqual(['name    count', 'a\ufffd[2Jb      3', '-          12'])
})
