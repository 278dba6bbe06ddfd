import { isUuid } from '../platform/uuid.ts'
import { Problem } from './problems.ts'

/**
 * The row of this ID, by a query that asks for it. PostgreSQL refuses what is no UUID, so the query of such an ID isn't
 * sent: it names nothing, like the ID of a row that the caller can't see.
 */
export async function requireRow<Row>(
  id: string,
  query: { executeTakeFirst(): Promise<Row | undefined> },
): Promise<Row> {
  const row = isUuid(id) ? await query.executeTakeFirst() : undefined
  if (!row) throw new Problem('not_found')
  return row
}
