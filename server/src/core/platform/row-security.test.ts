import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CROSSING_FUNCTIONS } from '../../../test/crossing-functions.ts'
import { createDatabase } from '../../../test/database.ts'

type Table = { name: string; partition: boolean; secured: boolean; columns: Column[]; grants: string[] }
type Column = { name: string; type: string; required: boolean }

let made: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Client
let app: pg.Client
let tables: Table[]
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Client({ connectionString: made.DATABASE_OWNER_URL })
  app = new pg.Client({ connectionString: made.DATABASE_URL })
  await owner.connect()
  await app.connect()
  tables = await listTables()
  for (const table of withOrganization())
    for (const orgId of ['org_a', 'org_b']) await insertAsOwner(table, orgId)
})
afterAll(async () => {
  await owner.end()
  await app.end()
  await made.drop()
})

async function listTables(): Promise<Table[]> {
  const { rows } = await owner.query<Table>(`
    select c.relname as name, c.relispartition as partition, c.relrowsecurity as secured,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'required', a.attnotnull and not a.atthasdef and a.attidentity = ''))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(distinct p.privilege), '[]')
        from unnest(array['SELECT','INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER']) as p(privilege)
        where has_table_privilege('walkaround_app', c.oid, p.privilege)) as grants
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname`)
  return rows
}

const withOrganization = () =>
  tables.filter((table) => !table.partition && table.columns.some((column) => column.name === 'org_id'))

const setOrganization = (orgId: string) =>
  app.query("select set_config('walkaround.org_id', $1, false)", [orgId])

/** A row with something of the right type in every required column. Only the checks of a table are special. */
function rowOf(table: Table, orgId: string): Record<string, unknown> {
  const special: Record<string, unknown> = {
    org_id: orgId,
    sha256: 'a'.repeat(64),
    mimetype: 'image/jpeg',
    currency: 'EUR',
    related_item_type: 'vehicle',
    source: 'generated',
    quota: 'bytes_stored',
    error: 'timeout',
    status: table.name === 'audit_entries' ? 200 : 'IN_PROGRESS',
    started_by: 'person',
    proposed_verdict: 'new',
    digest: 'a'.repeat(64),
    subject: table.name === 'erasures' ? 'inspection' : 'text',
    reason: 'request',
    decision: 'rejected',
    code_hash: 'a'.repeat(64),
    token_sha256: 'a'.repeat(64),
  }
  // A view is of a damage or of a part, an attempt has an answer or none; the database asks for one of the two.
  const either =
    { views: ['damage_id'], webhook_attempts: ['error'], organization_keys: ['wrapped'] }[table.name] ?? []
  const byType: Record<string, () => unknown> = {
    uuid: () => randomUUID(),
    'uuid[]': () => [],
    'text[]': () => [],
    text: () => 'text',
    integer: () => 1,
    bigint: () => 1,
    'double precision': () => 1,
    jsonb: () => '{}',
    boolean: () => true,
    'timestamp with time zone': () => new Date().toISOString(),
  }
  return Object.fromEntries(
    table.columns
      .filter((column) => column.required || either.includes(column.name))
      .map(({ name, type }) => {
        const value = special[name] ?? byType[type]?.()
        if (value === undefined) throw new Error(`rowOf knows no value for ${table.name}.${name}: ${type}`)
        return [name, value]
      }),
  )
}

async function insert(client: pg.Client, table: Table, row: Record<string, unknown>) {
  const names = Object.keys(row)
  const places = names.map((_, n) => `$${n + 1}`)
  return client.query(
    `insert into ${table.name} (${names.join()}) values (${places.join()})`,
    Object.values(row),
  )
}

/** Past the foreign keys and triggers of the table: only row-level security is looked at here. */
async function insertAsOwner(table: Table, orgId: string): Promise<void> {
  await owner.query('begin')
  const { rows } = await owner.query<{ name: string }>(
    "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'f' and conparentid = 0",
    [table.name],
  )
  for (const { name } of rows) await owner.query(`alter table ${table.name} drop constraint ${name}`)
  await owner.query(`alter table ${table.name} disable trigger user`)
  await insert(owner, table, rowOf(table, orgId))
  await owner.query('commit')
}

describe('row-level security', () => {
  it('covers tables that exist, and every table has an organization but for two', () => {
    expect(withOrganization().length).toBeGreaterThanOrEqual(10)
    const without = tables.filter((table) => !table.columns.some((column) => column.name === 'org_id'))
    expect(without.map((table) => table.name)).toEqual(['migrations', 'webhook_cursor'])
    // Only functions of the worker read and write it.
    expect(without.find(({ name }) => name === 'webhook_cursor')?.grants).toEqual([])
  })

  it('is enabled on every table with an organization, by one policy on it for all commands', async () => {
    for (const table of withOrganization()) {
      expect(table, table.name).toMatchObject({ secured: true })
      const { rows } = await owner.query(
        'select polpermissive, polcmd, polroles::text, pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check from pg_policy where polrelid = $1::regclass',
        [table.name],
      )
      expect(rows, table.name).toEqual([
        {
          polpermissive: true,
          polcmd: '*',
          polroles: '{0}',
          using: "(org_id = current_setting('walkaround.org_id'::text, true))",
          check: null,
        },
      ])
    }
  })

  it('has organizations first in every primary key, so that ids cannot collide across them', async () => {
    for (const table of withOrganization()) {
      const { rows } = await owner.query<{ first: string }>(
        `select a.attname as first from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = $1::regclass and (i.indisprimary or i.indisunique)`,
        [table.name],
      )
      for (const { first } of rows) expect(first, table.name).toBe('org_id')
    }
  })

  it('cannot be walked around through a partition: the service has no right on any', () => {
    const partitions = tables.filter((table) => table.partition)
    expect(partitions).toHaveLength(16)
    for (const partition of partitions) expect(partition.grants, partition.name).toEqual([])
  })

  it('gives the service no right to truncate, refer to or put triggers on a table', () => {
    for (const { name, grants } of tables)
      expect(
        grants.filter((grant) => /TRUNCATE|REFERENCES|TRIGGER/.test(grant)),
        name,
      ).toEqual([])
  })

  it('is behind every view and function the service may use, but for those that cross organizations on purpose', async () => {
    const { rows: views } = await owner.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')",
    )
    expect(views).toEqual([])
    const { rows: functions } = await owner.query(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1",
    )
    expect(functions.map((row) => row.name)).toEqual(Object.keys(CROSSING_FUNCTIONS))
  })

  it('shows nothing without an organization, and with one only its own, in every table', async () => {
    for (const table of withOrganization()) {
      const seen = async () =>
        (await app.query<{ org_id: string }>(`select org_id from ${table.name}`)).rows.map(
          (row) => row.org_id,
        )
      await app.query('reset walkaround.org_id')
      expect(await seen(), table.name).toEqual([])
      await setOrganization('')
      expect(await seen(), table.name).toEqual([])
      for (const orgId of ['org_a', 'org_b']) {
        await setOrganization(orgId)
        expect(await seen(), table.name).toEqual([orgId])
      }
    }
  })

  it('refuses rows of another organization, in every table', async () => {
    for (const table of withOrganization()) {
      for (const orgId of ['org_a', '']) {
        await setOrganization(orgId)
        await expect(insert(app, table, rowOf(table, 'org_b')), table.name).rejects.toMatchObject({
          code: '42501',
        })
      }
      await setOrganization('org_a')
      if (table.grants.includes('UPDATE'))
        await expect(
          app.query(`update ${table.name} set org_id = 'org_b'`),
          table.name,
        ).rejects.toMatchObject({
          code: '42501',
        })
      if (table.grants.includes('DELETE')) await app.query(`delete from ${table.name} where org_id = 'org_b'`)
      const { rows } = await owner.query(`select 1 from ${table.name} where org_id = 'org_b'`)
      expect(rows, table.name).toHaveLength(1)
    }
  })
})
