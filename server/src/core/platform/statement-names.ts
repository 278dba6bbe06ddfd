import pg from 'pg'

const NAMES_MAX = 300
/** Bulk inserts have a text for every number of rows; the long ones are rare and not worth a place. */
const TEXT_MAX = 32_000

/**
 * Lets the database keep what it made of a statement: one that runs again on a connection is sent by its name, and is
 * neither parsed nor planned anew. A text has the same name on every connection of the process.
 */
export function createStatementNames() {
  const names = new Map<string, string>()
  const seen = new Set<string>()

  function nameOf(text: string): string | undefined {
    const name = names.get(text)
    if (name || names.size >= NAMES_MAX || text.length > TEXT_MAX || !isLasting(text)) return name
    if (!seen.delete(text)) {
      // The first time; most texts that are never seen again end here.
      if (seen.size >= NAMES_MAX) seen.clear()
      seen.add(text)
      return undefined
    }
    const made = `s${names.size}`
    names.set(text, made)
    return made
  }

  return (client: pg.PoolClient): void => {
    const query: typeof client.query = (...given: unknown[]) =>
      Reflect.apply(pg.Client.prototype.query, client, given)
    const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const isPlain =
        typeof text === 'string' && Array.isArray(values) && values.length > 0 && rest.length === 0
      const name = isPlain ? nameOf(text) : undefined
      // The driver's own overloads: a text with its values, or both in an object.
      return name && typeof text === 'string' && Array.isArray(values)
        ? query({ name, text, values })
        : Reflect.apply(query, client, [text, values, ...rest])
    }
    Object.assign(client, { query: named })
  }
}

/**
 * The columns of `*` change with a migration, and a statement that is kept must not change its columns. And a plan for all
 * values does not find the partial index of a conflict whose condition has a value.
 */
const isLasting = (text: string) =>
  !/^select \*|returning \*|on conflict \([^)]*\) where (?:(?! do ).)*\$\d/s.test(text)
