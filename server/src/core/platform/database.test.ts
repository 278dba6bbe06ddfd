import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../testing/random.ts'
import { createDatabase } from '../../../test/database.ts'
import { Database } from './database.ts'
import { createLog } from './log.ts'
import { uuidv7 } from './uuid.ts'

const log = createLog('silent', 'test')
const ORGANIZATIONS = ['org_a', 'org_b', 'auth0|c:d', "o'e"] as const

let made: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Pool
let app: pg.Pool
const open: Database[] = []
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Pool({ connectionString: made.DATABASE_OWNER_URL, max: 2 })
  app = new pg.Pool({ connectionString: made.DATABASE_URL, max: 1 })
  for (const orgId of ORGANIZATIONS) await insertInspection(orgId)
})
afterAll(async () => {
  for (const database of open) await database.close()
  await owner.end()
  await app.end()
  await made.drop()
})

const openDatabase = (connections: number, url = made.DATABASE_URL) => {
  const database = new Database({ url, connections, log, applicationName: 'test' })
  open.push(database)
  return database
}
const insertInspection = (orgId: string) =>
  owner.query('insert into inspections (org_id, id, owner_id, creator_id) values ($1, $2, $1, $1)', [
    orgId,
    uuidv7(),
  ])
const inspection = (orgId: string) => ({ org_id: orgId, id: uuidv7(), owner_id: 'x', creator_id: 'x' })
const seenBy = async (db: ReturnType<Database['forOrganization']>) =>
  (await db.selectFrom('inspections').select('org_id').distinct().execute()).map((row) => row.org_id)
const backendOf = async (db: ReturnType<Database['forOrganization']>) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

describe('the connection of an organization', () => {
  let database: Database
  beforeEach(() => {
    database = openDatabase(1)
  })

  it('sees the rows of that organization only', async () => {
    for (const orgId of ORGANIZATIONS) expect(await seenBy(database.forOrganization(orgId))).toEqual([orgId])
    expect(await seenBy(database.forOrganization('org_unknown'))).toEqual([])
  })

  it.each(['', '%', '*', "' or true --", 'org_a,org_b', 'ORG_A', 'org_a '])(
    'sees nothing as %j',
    async (orgId) => {
      expect(await seenBy(database.forOrganization(orgId))).toEqual([])
    },
  )

  it('cannot insert into, move rows to or touch rows of another organization', async () => {
    const db = database.forOrganization('org_a')
    const denied = { code: '42501' }
    await expect(db.insertInto('inspections').values(inspection('org_b')).execute()).rejects.toMatchObject(
      denied,
    )
    await expect(db.updateTable('inspections').set({ org_id: 'org_b' }).execute()).rejects.toMatchObject(
      denied,
    )
    const [touched] = await db
      .updateTable('inspections')
      .set({ owner_id: 'thief' })
      .where('org_id', '=', 'org_b')
      .execute()
    expect(touched?.numUpdatedRows).toBe(0n)
    const { rows } = await owner.query("select 1 from inspections where owner_id = 'thief'")
    expect(rows).toEqual([])
  })

  it('never shows the rows of another: 1,000 queries of 4 organizations over 4 connections', async () => {
    const { pick, below } = seededRandom('database')
    const shared = openDatabase(4)
    const query = async () => {
      const orgId = pick(ORGANIZATIONS)
      const db = shared.forOrganization(orgId)
      if (below(2)) return { orgId, seen: await seenBy(db) }
      const seen = await db.transaction().execute((tx) => seenBy(tx))
      return { orgId, seen }
    }
    const answers = await Promise.all(Array.from({ length: 1_000 }, query))
    expect(answers.filter(({ orgId, seen }) => seen.length !== 1 || seen[0] !== orgId)).toEqual([])
  })

  it('keeps its organization through a rollback, a failed statement and a failed transaction', async () => {
    const a = database.forOrganization('org_a')
    await seenBy(database.forOrganization('org_b'))
    const undone = a.transaction().execute(async (tx) => {
      await tx.insertInto('inspections').values(inspection('org_a')).execute()
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await seenBy(a)).toEqual(['org_a'])
    await expect(sql`select 1 / 0`.execute(a)).rejects.toThrow('division by zero')
    expect(await seenBy(a)).toEqual(['org_a'])
    const failed = a.transaction().execute((tx) => sql`select 1 / 0`.execute(tx))
    await expect(failed).rejects.toThrow('division by zero')
    expect(await seenBy(a)).toEqual(['org_a'])
    expect(await seenBy(database.forOrganization('org_b'))).toEqual(['org_b'])
  })

  it('is closed, not reused, when it could not be told its organization', async () => {
    const a = database.forOrganization('org_a')
    const before = await backendOf(a)
    expect(await backendOf(database.forOrganization('org_b'))).toBe(before)
    await expect(seenBy(database.forOrganization('org\0x'))).rejects.toThrow()
    expect(await backendOf(a)).not.toBe(before)
    expect(await seenBy(a)).toEqual(['org_a'])
  })

  it('is replaced when the database has closed it', async () => {
    const a = database.forOrganization('org_a')
    const pid = await backendOf(a)
    await owner.query('select pg_terminate_backend($1, 2000)', [pid])
    await expect.poll(() => seenBy(a).catch(() => [])).toEqual(['org_a'])
    expect(await backendOf(a)).not.toBe(pid)
  })

  it('stays right when more organizations come than are remembered', async () => {
    const [first] = ORGANIZATIONS
    const db = database.forOrganization(first)
    for (let n = 0; n < 1_100; n++) database.forOrganization(`org_${n}`)
    expect(database.forOrganization(first)).not.toBe(db)
    expect(await seenBy(db)).toEqual([first])
    expect(await seenBy(database.forOrganization(first))).toEqual([first])
  })
})

describe('values', () => {
  it('keep microseconds of times and come as numbers where counts are read', async () => {
    const db = openDatabase(1).forOrganization('org_a')
    const { rows } = await sql<{ at: string; count: number; far: string }>`
      select '2026-01-02 03:04:05.678901+02'::timestamptz as at, 7::bigint as count,
             '2026-01-02 03:04:05+00'::timestamptz as far`.execute(db)
    expect(rows).toEqual([
      { at: '2026-01-02T01:04:05.678901+00:00', count: 7, far: '2026-01-02T03:04:05+00:00' },
    ])
  })
})

describe('the driver', () => {
  it('reads values as it always did on connections that are not ours, such as those of the job engine', async () => {
    const { rows } = await app.query("select 7::bigint as count, '2026-01-02 03:04:05+00'::timestamptz as at")
    expect(rows).toEqual([{ count: '7', at: new Date('2026-01-02T03:04:05Z') }])
  })
})

describe('the role of the service', () => {
  it('is no superuser, bypasses no row-level security and owns no table of ours', async () => {
    const { rows } = await app.query(
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
      },
    ])
    const owned = await app.query(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = current_user",
    )
    expect(owned.rows).toEqual([])
    const roles = await app.query(
      "select r.rolname from pg_roles r where pg_has_role(current_user, r.oid, 'member') and r.rolname <> current_user",
    )
    expect(roles.rows).toEqual([])
  })

  it.each([
    'set role walkaround_owner',
    'set session authorization walkaround_owner',
    'create table public.mine (a int)',
    'alter table inspections disable row level security',
    'drop policy organization on inspections',
    'drop table inspections',
    'truncate inspections',
    'delete from inspections',
    'alter role walkaround_app bypassrls',
    'select * from inspections_0',
    "delete from migrations where name like '0001%'",
    'delete from task_transitions',
    'delete from administration_events',
    'update administration_events set type = type',
    'update events set type = type',
    "copy inspections to program 'id'",
    "select pg_read_file('/etc/passwd')",
  ])('may not: %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('sees nothing, even when it asks for no row-level security', async () => {
    const client = await app.connect()
    try {
      expect((await client.query('select * from inspections')).rows).toEqual([])
      await client.query('set row_security = off')
      await expect(client.query('select * from inspections')).rejects.toMatchObject({ code: '42501' })
    } finally {
      client.release(true)
    }
  })
})
