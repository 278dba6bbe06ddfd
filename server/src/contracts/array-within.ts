import { type Expression, type RawBuilder, type Simplify, sql } from 'kysely'
import { Problem } from './problems.ts'

/**
 * The rows as one JSON array, or null when it would be larger than the limit: the driver ends the process on a value
 * above half a gigabyte. What comes after the limit is not put together.
 */
export function arrayWithin<O>(bytes: number, rows: Expression<O>): RawBuilder<Simplify<O>[] | null> {
  return sql`(
    select case when bool_or(size > ${bytes}) then null
      else ('[' || coalesce(string_agg(text, ',') filter (where size <= ${bytes}), '') || ']')::json end
    from (
      select text, sum(octet_length(text)) over (rows unbounded preceding) as size
      from (select row_to_json(agg)::text as text from ${rows} as agg) texts
    ) sized)`
}

/** Each kind of thing, or the problem that one of them is larger than an answer may be. */
export function requireAll<R extends Record<string, unknown>>(row: R, limit_bytes: number) {
  if (Object.values(row).includes(null)) throw new Problem('answer_too_large', { limit_bytes })
  // The line above has seen that none is null; the compiler cannot follow it.
  return row as { [Kind in keyof R]: NonNullable<R[Kind]> }
}
