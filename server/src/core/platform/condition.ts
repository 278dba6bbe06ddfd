import { type RawBuilder, sql } from 'kysely'

/** Raw boolean SQL, in parentheses: without them an `or` inside would undo the conditions beside it. */
export function condition<T extends boolean | null = boolean>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): RawBuilder<T> {
  return sql<T>`(${sql<T>(strings, ...values)})`
}
