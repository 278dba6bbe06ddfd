import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../src')
const HELPER = 'core/platform/condition.ts'

/** Raw SQL that is typed as boolean, cast to it, or stands where Kysely takes a condition, whose type it then gets. */
const RAW = [
  /\bsql\s*<[^`>]*\b(?:boolean|SqlBool)\b[^`>]*>\s*[`(.]/,
  /\bRawBuilder<[^>]*\b(?:boolean|SqlBool)\b/,
  /\$castTo<[^>]*\b(?:boolean|SqlBool)\b/,
  /\.(?:where|having|on|filterWhere|when)\(\s*(?:\(\w*\)\s*=>\s*)?sql\b/,
  /\b(?:and|or)\(\[(?:(?!\]\)).)*\bsql\b/s,
]

function findRaw(text: string): string[] {
  return RAW.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(([found]) => found.trim()),
  )
}

describe('raw conditions', () => {
  it.each([
    'q.where(sql<boolean>`a or b`)',
    'q.where(sql<SqlBool>`a or b`)',
    'q.select(sql<boolean | null>`a or b`.as("c"))',
    'q.where(\n  sql`a or b`,\n)',
    'q.where(() => sql`a or b`)',
    'q.having(sql<any>`a or b`)',
    "eb.or([eb('a', '=', 1), sql`b or c`])",
    'const found: RawBuilder<SqlBool> = sql`a or b`',
    'sql`a or b`.$castTo<boolean>()',
  ])('are found: %s', (text) => {
    expect(findRaw(text)).not.toEqual([])
  })

  it.each(['q.where(condition`a or b`)', 'q.select(sql<number>`1`)', 'q.orderBy(sql`a desc`)'])(
    'are not taken for others: %s',
    (text) => {
      expect(findRaw(text)).toEqual([])
    },
  )

  it('are made by `condition`, which puts them in parentheses', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && file !== HELPER,
    )
    const wrong = files.flatMap((file) =>
      findRaw(readFileSync(join(SOURCE, file), 'utf8')).map((found) => ({ file, found })),
    )
    expect(wrong).toEqual([])
  })
})
