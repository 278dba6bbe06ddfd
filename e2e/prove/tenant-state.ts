import { listObjects } from '../../testing/ground.ts'
import type { Harness } from '../../testing/harness.ts'
import { CANARY } from './tenant-world.ts'

/** Tables that may be empty for a victim at rest: nothing of it runs or is on its way. */
const MAY_BE_EMPTY = new Set([
  'comparison_settings',
  'objection_settings',
  'picture_settings',
  'quotas',
  'task_results',
  'task_runs',
  'uploads',
])
/** The victim's own requests are noted in these, and the campaign makes some as the victim. */
const NOTES_REQUESTS = new Set(['request_minutes', 'audit_entries', 'audit_heads'])
/** Tables of no organization. */
const OF_NOBODY = new Set(['migrations', 'webhook_cursor'])

type Column = { name: string; column: string; type: string }

/** The columns of every table that belongs to organizations. A table that belongs to none must be named above. */
export async function listColumns(harness: Harness): Promise<Map<string, Column[]>> {
  const columns = await harness.rows<Column>(
    `select c.table_name as name, c.column_name as column, c.data_type as type
     from information_schema.columns c join pg_class p on p.relname = c.table_name
     where c.table_schema = 'public' and p.relkind in ('r', 'p') and not p.relispartition order by 1, 2`,
  )
  const tables = Map.groupBy(columns, (column) => column.name)
  for (const [name, columns] of tables) {
    if (OF_NOBODY.has(name)) tables.delete(name)
    else if (!columns.some(({ column }) => column === 'org_id'))
      throw new Error(`table ${name} has no org_id: nobody sees whether an attack changes it`)
  }
  return tables
}

/** Everything by which an organization's rows can be recognised in an answer. */
export async function canariesOf(harness: Harness, org: string): Promise<string[]> {
  const canaries = new Set([CANARY, org])
  for (const [table, columns] of await listColumns(harness)) {
    for (const { column, type } of columns) {
      if (type !== 'uuid' && column !== 'sha256') continue
      const rows = await harness.rows<{ value: string }>(
        `select distinct ${column}::text as value from ${table} where org_id = $1 and ${column} is not null`,
        [org],
      )
      for (const { value } of rows) canaries.add(value)
    }
  }
  return [...canaries]
}

/** A digest of all rows, jobs and objects of an organization. */
export async function stateOf(harness: Harness, org: string): Promise<string> {
  const parts: string[] = []
  for (const name of (await listColumns(harness)).keys()) {
    if (NOTES_REQUESTS.has(name)) continue
    const [row] = await harness.rows<{ count: number; digest: string }>(
      `select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t where org_id = $1`,
      [org],
    )
    if (!row?.count && !MAY_BE_EMPTY.has(name))
      throw new Error(`${org} has no ${name}: a change of them would not be seen`)
    parts.push(`${name} ${row?.count} ${row?.digest}`)
  }
  const [jobs] = await harness.jobRows<{ count: string }>(
    `select count(*) from pgboss.job where data->>'org_id' = $1`,
    [org],
  )
  const objects = await listObjects(harness.ground.s3, harness.ground.name, `${org}/`)
  return [...parts, `jobs ${jobs?.count}`, `objects ${[...objects.entries()].join()}`].join('\n')
}

/** The parts of two states that differ, by their first word. */
export function differencesOf(before: string, after: string): string {
  const known = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !known.has(line))
    .map((line) => line.split(' ')[0])
    .join(', ')
}
