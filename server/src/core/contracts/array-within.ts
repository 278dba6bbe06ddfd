import { type Expression, type RawBuilder, type Simplify, sql } from 'kysely'
import { Problem } from './problems.ts'

/** Rows, and how many bytes they take as JSON. */
export type Bounded<R> = { bytes: number; rows: R[] }

/**
 * The rows as one JSON array, or null when it would be larger than the limit: the driver ends the process on a value
 * above half a gigabyte. What comes after the limit is not put together.
 */
export function arrayWithin<O>(bytes: number, rows: Expression<O>): RawBuilder<Bounded<Simplify<O>> | null> {
  return sql`(
    select case when bool_or(size > ${bytes}) then null
      else ('{"bytes":' || coalesce(max(size), 0) || ',"rows":['
        || coalesce(string_agg(text, ',') filter (where size <= ${bytes}), '') || ']}')::json end
    from (
      select text, sum(octet_length(text)) over (rows unbounded preceding) as size
      from (select row_to_json(agg)::text as text from ${rows} as agg) texts
    ) sized)`
}

type Kinds = Record<string, Bounded<unknown> | null>
type RowsOf<K extends Kinds> = { [Kind in keyof K]: NonNullable<K[Kind]>['rows'] }

/** The rows of each kind and their bytes together, or null when one kind is larger than its limit. */
export function openBounded<K extends Kinds>(kinds: K): (RowsOf<K> & { bytes: number }) | null {
  let bytes = 0
  const opened: Record<string, unknown[]> = {}
  for (const [kind, bounded] of Object.entries(kinds)) {
    if (bounded === null) return null
    bytes += bounded.bytes
    opened[kind] = bounded.rows
  }
  // The loop above has set every kind of `kinds`; the compiler cannot follow it.
  return { ...(opened as RowsOf<K>), bytes }
}

/** Each kind of thing, or the problem that one of them is larger than an answer may be. */
export function requireAll<K extends Kinds>(kinds: K, limit_bytes: number): RowsOf<K> & { bytes: number } {
  const opened = openBounded(kinds)
  if (!opened) throw new Problem('answer_too_large', { limit_bytes })
  return opened
}
