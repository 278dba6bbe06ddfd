import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import type { DB } from './database-types.ts'
import { createStatement, type LaterOf } from './statement.ts'
import { createStatementNames } from './statement-names.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
let db: Kysely<DB>
beforeAll(async () => {
  database = await createDatabase()
  pool = new pg.Pool({ connectionString: database.DATABASE_OWNER_URL, max: 1 })
  const nameStatements = createStatementNames()
  pool.on('connect', nameStatements)
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** What the connection keeps prepared. */
const prepared = async () =>
  (await pool.query('select statement from pg_prepared_statements')).rows.map((row) => row.statement)

describe('a statement that is made once', () => {
  it('runs with the values of each call, and keeps its own', async () => {
    let built = 0
    const read = createStatement((later: LaterOf<{ a: number; b: number }>) => {
      built++
      const text = sql<string>`${later('b')}::int || ' ' || ${'own'}::text || ' ' || ${later('a')}::int || ' ' || ${later('b')}::int`
      return db.selectNoFrom(text.as('text'))
    })
    expect(await read(db, { a: 1, b: 2 })).toEqual([{ text: '2 own 1 2' }])
    expect(await read(db, { a: 3, b: 4 })).toEqual([{ text: '4 own 3 4' }])
    expect(built).toBe(1)
  })
})

describe('the name of a statement', () => {
  it('is given the second time, so that the database keeps it', async () => {
    const ask = (value: number) => db.selectNoFrom(sql`${value}::int + 7000`.as('sum')).execute()
    await ask(1)
    expect((await prepared()).filter((text) => text.includes('7000'))).toEqual([])
    expect([await ask(2), await ask(3)]).toEqual([[{ sum: 7002 }], [{ sum: 7003 }]])
    expect((await prepared()).filter((text) => text.includes('7000'))).toHaveLength(1)
  })

  it('is not given to `*`, whose columns a migration changes under a running service', async () => {
    await pool.query('create table grows (id int)')
    const ask = async () => {
      const client = await pool.connect()
      const answer = await client.query('select * from grows where id <> $1', [0])
      client.release()
      return answer
    }
    for (let n = 0; n < 3; n++) await ask()
    await pool.query('alter table grows add column more int')
    await expect(ask()).resolves.toMatchObject({ rowCount: 0 })
  })

  it('is not given to a conflict whose condition has a value: a plan for all values cannot find its index', async () => {
    await pool.query(
      'create table rings (id int, state text); create unique index rings_once on rings (id) where state <> $$gone$$',
    )
    const insert = async (id: number) => {
      const client = await pool.connect()
      const text =
        'insert into rings (id, state) values ($1, $2) on conflict (id) where state <> $3 do nothing'
      return client.query(text, [id, 'here', 'gone']).finally(() => client.release())
    }
    for (let n = 0; n < 10; n++) expect((await insert(n)).rowCount).toBe(1)
    expect((await insert(0)).rowCount).toBe(0)
  })
})
