import { sql } from 'kysely'
import { type Context, inTransaction } from '../platform/context.ts'
import { recordAdministration } from './administration.ts'
import type { AdministrationPayloads, AdministrationType } from './administration-types.ts'
import { type Changes, changesOf } from './changes.ts'
import { requireVersion } from './versions.ts'

type ChangeType = {
  [T in AdministrationType]: { changes: Changes } extends AdministrationPayloads[T] ? T : never
}[AdministrationType]

/** Settings of an organization: one row, or none until somebody changes them. */
export type Settings<Fields> = {
  /** Its key is `org_id`; it has `version`, `updated_at` and `updated_by` beside the fields. */
  table: string
  type: ChangeType
  unset: Fields
}
type Changed = { version: number; updated_at: string | null; updated_by: string | null }

export async function readSettings<Fields extends object>(
  ctx: Context,
  { table, unset }: Settings<Fields>,
): Promise<Fields & Changed> {
  const columns = [...Object.keys(unset), 'version', 'updated_at', 'updated_by']
  const { rows } = await sql<Fields & Changed>`
    select ${listColumns(columns)} from ${sql.table(table)} where org_id = ${ctx.org_id}`.execute(ctx.db)
  return rows[0] ?? { ...unset, version: 0, updated_at: null, updated_by: null }
}

/** Changes the given fields. The caller has asked who may. */
export async function updateSettings<Fields extends Record<string, unknown>>(
  ctx: Context,
  settings: Settings<Fields>,
  input: Partial<Fields>,
): Promise<Fields & Changed> {
  const { table, type, unset } = settings
  return inTransaction(ctx, async (ctx) => {
    // One change at a time, also before there is a row to lock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${ctx.org_id}`}, 0))`.execute(ctx.db)
    const before = await readSettings(ctx, settings)
    requireVersion(ctx, before.version)
    const changes = changesOf(before, input)
    // Who repeats a change changes nothing.
    if (Object.keys(changes).length === 0) return before
    const after: Fields = { ...before, ...input }
    const fields = Object.keys(unset)
    await sql`
      insert into ${sql.table(table)} (org_id, updated_by, ${listColumns(fields)})
      values (${ctx.org_id}, ${ctx.principal.subject}, ${sql.join(fields.map((field) => after[field]))})
      on conflict (org_id) do update set (updated_by, updated_at, ${listColumns(fields)}) =
        row (excluded.updated_by, now(), ${listColumns(fields, 'excluded.')})`.execute(ctx.db)
    await recordAdministration(ctx, type, { changes })
    return readSettings(ctx, settings)
  })
}

const listColumns = (names: string[], of = '') => sql.join(names.map((name) => sql.ref(`${of}${name}`)))
