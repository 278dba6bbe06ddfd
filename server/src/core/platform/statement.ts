import type { CompiledQuery, QueryResult } from 'kysely'
import type { OrganizationDatabase } from './database.ts'

/** Stands in a statement for a value that is known only when the statement runs. */
class Later {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

type Compilable<R> = { compile: () => CompiledQuery<R> }
type Values = Record<string, unknown>

/** Gives the place of a value, as if it were the value. */
export type LaterOf<V extends Values> = <N extends keyof V>(name: N) => V[N]

/** A statement that is put together once and runs with other values each time: putting a large one together costs more than running it. */
export function createStatement<V extends Values, R>(build: (later: LaterOf<V>) => Compilable<R>) {
  // To the builder of queries a value is whatever it is given.
  const compiled = build((name) => new Later(name) as never).compile()
  return async (db: OrganizationDatabase, values: V): Promise<R[]> => {
    const parameters = compiled.parameters.map((value) =>
      value instanceof Later ? values[String(value.name)] : value,
    )
    const { rows }: QueryResult<R> = await db.executeQuery({ ...compiled, parameters })
    return rows
  }
}

/** Makes a statement the first time it is asked for in a way, and keeps it: `first` only helps to put it together. */
export function keepStatements<First, Way extends readonly (string | boolean)[], S>(
  make: (first: First, ...way: Way) => S,
): (first: First, ...way: Way) => S {
  const kept = new Map<string, S>()
  return (first, ...way) => {
    const key = JSON.stringify(way)
    const statement = kept.get(key) ?? make(first, ...way)
    kept.set(key, statement)
    return statement
  }
}
