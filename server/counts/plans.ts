import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { Service } from '../test/own-service.ts'
import type { Sent } from './sent-statements.ts'

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Function Name'?: string
  'Subplan Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

export type Explained = { blocks: number; plan: string[] }

/** The first run of a statement on a connection also reads what the database must know of tables and functions. */
const RUNS = 3

/**
 * What the database does for a statement that the service has sent: on one of its own connections, with their settings, and with the same
 * values. Nothing of it stays.
 */
export async function explain(service: Service, orgId: string, { text, values }: Sent): Promise<Explained> {
  const db = service.parts.cell.database.forOrganization(orgId)
  return db.connection().execute(async (connection) => {
    const found: Explained[] = []
    await run(connection, `prepare counted as ${text}`)
    for (let times = 0; times < RUNS; times++) {
      await run(connection, 'begin')
      const given = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : ''
      const [row] = await run(
        connection,
        `explain (analyze, buffers, costs off, timing off, summary off, format json) execute counted${given}`,
      )
      await run(connection, 'rollback')
      const plan: Plan = row['QUERY PLAN'][0].Plan
      found.push({ blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], plan: shapeOf(plan) })
    }
    await run(connection, 'deallocate counted')
    const [least] = found.toSorted((a, b) => a.blocks - b.blocks)
    if (!least) throw new Error('nothing was explained')
    return least
  })
}

// biome-ignore lint/suspicious/noExplicitAny: what EXPLAIN answers is read by its documented names
async function run(connection: Pick<Kysely<any>, 'executeQuery'>, text: string): Promise<any[]> {
  return (await connection.executeQuery(CompiledQuery.raw(text))).rows
}

/** Each node in a line, below the one that it feeds. */
function shapeOf(plan: Plan, depth = 0): string[] {
  const at = plan['Index Name'] ?? plan['Relation Name'] ?? plan['Function Name']
  const name = [plan['Node Type'], at, subplanOf(plan)]
  const line = '  '.repeat(depth) + name.filter(Boolean).join(' ')
  return [line, ...(plan.Plans ?? []).flatMap((child) => shapeOf(child, depth + 1))]
}

/** Without its number, which changes with any other. */
const subplanOf = ({ 'Subplan Name': name }: Plan) => name && `(${name.replace(/ \d.*$/, '')})`

/** As the driver would send it: as text, whose type the database finds out. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(`${item}`)).join()}}`)
  return pg.escapeLiteral(`${value}`)
}
