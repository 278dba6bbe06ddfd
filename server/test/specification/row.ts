import type { World } from './world.ts'

export type Kind = 'operation' | 'field' | 'option' | 'default' | 'enum' | 'rule'

/** A check asserts through the world's `expect`, so that these tables can be read without a test runner. */
export type Prove = (world: World) => Promise<void> | void

/** One thing the interface specification says, and the check that it holds. */
export type Row = {
  section: string
  kind: Kind
  name: string
  says: string
  /** What is missing from it today. The check shows what there is. */
  lacks?: string
  prove: Prove
}

/** One thing the specification leaves open, and what we chose. */
export type Gap = {
  section: string
  name: string
  /** The sentence that leaves it open; null where the text is silent. */
  says: string | null
  chose: string
  prove: Prove
  /** A test elsewhere for the part that this world cannot show. `test` is how its name begins. */
  also?: { file: string; test: string }
}

/** The name of the test of a row, as the page prints it. */
export const testOf = (row: Row | Gap): string =>
  'chose' in row
    ? `open: ${row.name}`
    : row.kind === 'rule'
      ? row.name
      : `${row.kind} ${row.name}: ${row.says}`

/** Rows of one section, written `row(kind, name, says, prove)`. */
export const rowsOf =
  (section: string) =>
  (kind: Kind, name: string, says: string, prove: Prove): Row => ({ section, kind, name, says, prove })

export const gapsOf =
  (section: string) =>
  (name: string, says: string | null, chose: string, prove: Prove): Gap => ({
    section,
    name,
    says,
    chose,
    prove,
  })

export const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
