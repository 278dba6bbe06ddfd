import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testOf } from './specification/row.ts'
import { GAPS, ROWS } from './specification/rows.ts'
import { readSpecification } from './specification/specification-text.ts'

const FILE = join(import.meta.dirname, '../../../shared/spec/interface.md')
/** Counted by hand. A reader of the text that overlooks a table or a sentence finds fewer. */
const COUNTS = { operation: 16, field: 141, option: 9, default: 9, enum: 41, rule: 40, gap: 18 }

/** Of all statements: whoever has not got the text still sees a row that is missing or changed. */
const DIGEST = '4f742c59156363a3ead28fc1991bf902bd6fe85bb56c9a3c348ebf16a60bf26e'

const keyOf = ({
  section,
  kind,
  name,
  says,
}: {
  section: string
  kind: string
  name: string
  says: string
}) =>
  // Rules and gaps are known by their sentence: their rows have shorter names.
  JSON.stringify(kind === 'rule' || kind === 'gap' ? [section, kind, says] : [section, kind, name, says])

const rowKeys = ROWS.map(keyOf)
const gapKeys = GAPS.flatMap(({ section, name, says }) =>
  says === null ? [] : [keyOf({ section, kind: 'gap', name, says })],
)

// The text is not part of this repository; it lies beside the checkout of those who have it.
const isThere = existsSync(FILE)
const name = isThere
  ? 'the interface specification'
  : 'SKIPPED: the text of the interface specification is not beside the repository'

describe.skipIf(!isThere)(name, () => {
  const statements = isThere ? readSpecification(readFileSync(FILE, 'utf8')) : []
  const stated = statements.map(keyOf)

  it('has as many statements of each kind as were counted', () => {
    const byKind = Map.groupBy(statements, (statement) => statement.kind)
    expect(Object.fromEntries([...byKind].map(([kind, found]) => [kind, found.length]))).toEqual(COUNTS)
  })

  it('is the text whose digest is known', () => {
    expect(digestOf(stated)).toBe(DIGEST)
  })

  it('says nothing without a row', () => {
    const known = new Set([...rowKeys, ...gapKeys])
    expect(stated.filter((key) => !known.has(key))).toEqual([])
  })

  it('says what every row claims that it says', () => {
    const known = new Set(stated)
    expect([...rowKeys, ...gapKeys].filter((key) => !known.has(key))).toEqual([])
  })
})

const digestOf = (keys: string[]) =>
  createHash('sha256')
    .update([...new Set(keys)].sort().join('\n'))
    .digest('hex')

describe('the rows of the specification', () => {
  it('are those of the text, to the letter', () => {
    expect(digestOf([...rowKeys, ...gapKeys])).toBe(DIGEST)
  })

  it('are as many as the statements, each once', () => {
    const byKind = Map.groupBy(ROWS, (row) => row.kind)
    const { gap, ...kinds } = COUNTS
    expect(Object.fromEntries([...byKind].map(([kind, rows]) => [kind, rows.length]))).toEqual(kinds)
    expect(new Set(gapKeys).size).toBe(gap)
    expect(new Set(rowKeys).size).toBe(rowKeys.length)
  })

  it('name only tests that exist', () => {
    const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    const cited = GAPS.flatMap(({ also }) => (also ? [also] : []))
    expect(cited.filter(({ file, test }) => !textOf(file).includes(`it('${test}`))).toEqual([])
  })

  it('have tests that can be told apart by name', () => {
    const names = [...ROWS, ...GAPS].map((row) => `${row.section} › ${testOf(row)}`)
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
  })
})
