import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compileCache } from '../../../../testing/compile-cache.ts'
import { urlsOf } from '../../../../testing/ground.ts'
import { readStack, stackValue } from '../../../../testing/stack.ts'
import { waitFor } from '../../../test/factories.ts'
import { Database } from './database.ts'
import { createLog } from './log.ts'
import { listMigrations, migrate } from './migrations.ts'

const names = listMigrations().map((migration) => migration.name)
const SMALL = [
  { name: '9001_letters.sql', sql: 'create table letters (a int)', sha256: 'letters' },
  { name: '9002_numbers.sql', sql: 'create table numbers (a int)', sha256: 'numbers' },
]
const smallNames = SMALL.map((migration) => migration.name)

let admin: pg.Client
let owner: pg.Client
let database: Database
let name: string
let urls: ReturnType<typeof urlsOf>
beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`
  urls = urlsOf(readStack(), name)
  admin = new pg.Client({ connectionString: stackValue('DATABASE_OWNER_URL') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  owner = new pg.Client({ connectionString: urls.DATABASE_OWNER_URL })
  await owner.connect()
  database = new Database({
    url: urls.DATABASE_URL,
    connections: 1,
    log: createLog('silent', 'test'),
    applicationName: 'test',
  })
})
afterEach(async () => {
  await database.close()
  await owner.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

describe('migrate', () => {
  it('applies every migration in order, and a second time nothing', async () => {
    expect(await migrate(urls.DATABASE_OWNER_URL)).toEqual(names)
    const before = (await owner.query('select * from migrations order by name')).rows
    expect(await migrate(urls.DATABASE_OWNER_URL)).toEqual([])
    expect((await owner.query('select * from migrations order by name')).rows).toEqual(before)
  })

  it('applies each migration once when two run at the same time', async () => {
    const applied = await Promise.all([
      migrate(urls.DATABASE_OWNER_URL, SMALL),
      migrate(urls.DATABASE_OWNER_URL, SMALL),
    ])
    expect(applied.flat().toSorted()).toEqual(smallNames)
  })

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate(urls.DATABASE_OWNER_URL, SMALL)
    const changed = SMALL.map((migration) => ({ ...migration, sha256: `${migration.sha256} changed` }))
    await expect(migrate(urls.DATABASE_OWNER_URL, changed)).rejects.toThrow(
      `${smallNames[0]} was changed after`,
    )
  })

  it('refuses a database whose schema is from before the first release, and changes nothing', async () => {
    await migrate(urls.DATABASE_OWNER_URL, SMALL)
    await expect(migrate(urls.DATABASE_OWNER_URL)).rejects.toThrow('before the first release')
    expect((await owner.query('select name from migrations order by name')).rows).toEqual(
      smallNames.map((name) => ({ name })),
    )
  })

  it('leaves nothing of a migration that fails, and goes on from there once it can', async () => {
    await owner.query('create table numbers (a int)')
    const both = [
      ...SMALL.slice(0, 1),
      {
        name: '9002_numbers.sql',
        sql: 'create table more (a int); create table numbers (a int)',
        sha256: 'x',
      },
    ]
    await expect(migrate(urls.DATABASE_OWNER_URL, both)).rejects.toMatchObject({ code: '42P07' })
    expect((await owner.query('select name from migrations')).rows).toEqual([{ name: smallNames[0] }])
    expect((await owner.query("select to_regclass('more') as found")).rows).toEqual([{ found: null }])
    await owner.query('drop table numbers')
    expect(await migrate(urls.DATABASE_OWNER_URL, both)).toEqual(smallNames.slice(1))
  })

  it('has migrations numbered without gap or double', () => {
    expect(names.map((each) => each.slice(0, 5))).toEqual(
      names.map((_, n) => `${String(n + 1).padStart(4, '0')}_`),
    )
  })
})

describe('a migration outside a transaction', () => {
  const sqlOf = (statements: string) => ({
    name: '9001_index.sql',
    sql: `-- no transaction\n${statements}`,
    sha256: 'x',
  })
  const CREATE = 'create index concurrently if not exists things_a on things (a);\n'
  const indexes = async () =>
    (
      await owner.query(
        "select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = 'things'::regclass",
      )
    ).rows
  beforeEach(async () => {
    await owner.query('create table things (a int)')
    await owner.query('insert into things select n from generate_series(1, 1000) n')
  })

  it('builds an index while others write, and is recorded', async () => {
    expect(await migrate(urls.DATABASE_OWNER_URL, [sqlOf(CREATE)])).toEqual(['9001_index.sql'])
    expect(await indexes()).toEqual([{ name: 'things_a', indisvalid: true }])
    expect(await migrate(urls.DATABASE_OWNER_URL, [sqlOf(CREATE)])).toEqual([])
  })

  it('is done twice by nobody when two run at the same time', async () => {
    const both = [sqlOf(`${CREATE}insert into things values (0);\n`)]
    const applied = await Promise.all([1, 2, 3].map(() => migrate(urls.DATABASE_OWNER_URL, both)))
    expect(applied.flat()).toEqual(['9001_index.sql'])
    expect((await owner.query('select count(*)::int from things where a = 0')).rows).toEqual([{ count: 1 }])
  })

  it('goes on after a kill -9 in the middle, and repairs the index that was left', async () => {
    // A transaction that has written the table holds the build up for as long as it is open.
    await owner.query('begin')
    await owner.query('insert into things values (1)')
    const killed = spawnMigrate(sqlOf(CREATE))
    // Other tests build indexes on the same cluster. Before it waits there is no index to be left.
    const building =
      "select from pg_stat_progress_create_index where datname = $1 and phase = 'waiting for writers before build'"
    await waitFor('the build', async () => (await admin.query(building, [name])).rowCount !== 0)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const sessions = "select pid from pg_stat_activity where query like 'create index concurrently%things_a%'"
    for (const { pid } of (await admin.query(sessions)).rows)
      await admin.query('select pg_terminate_backend($1, 5000)', [pid])
    await owner.query('rollback')
    expect(await indexes()).toEqual([{ name: 'things_a', indisvalid: false }])
    expect((await owner.query('select 1 from migrations')).rowCount).toBe(0)

    expect(await migrate(urls.DATABASE_OWNER_URL, [sqlOf(CREATE)])).toEqual(['9001_index.sql'])
    expect(await indexes()).toEqual([{ name: 'things_a', indisvalid: true }])
  })

  it('gives up on a lock that somebody holds, and writers go on', async () => {
    await owner.query('begin; lock table things in share mode')
    const blocked = { name: '9002_column.sql', sql: 'alter table things add column b int', sha256: 'x' }
    await expect(migrate(urls.DATABASE_OWNER_URL, [blocked])).rejects.toMatchObject({ code: '55P03' })
    await owner.query('rollback')
    expect(await migrate(urls.DATABASE_OWNER_URL, [blocked])).toEqual(['9002_column.sql'])
  })

  function spawnMigrate(migration: object) {
    const module = join(import.meta.dirname, 'migrations.ts')
    const code = `import { migrate } from ${JSON.stringify(module)}
      await migrate(process.env.OWNER_URL, [JSON.parse(process.env.MIGRATION)])`
    const env = { ...compileCache, OWNER_URL: urls.DATABASE_OWNER_URL, MIGRATION: JSON.stringify(migration) }
    return spawn(process.execPath, ['--input-type=module', '--eval', code], { env, stdio: 'inherit' })
  }
})

describe('numbers of damages', () => {
  const [one, two] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
  const insertDamage = (inspection: string | undefined) =>
    owner.query(
      `insert into damages (org_id, inspection_id, id, created_by, damage_type)
        values ('o', $1, gen_random_uuid(), 'p', 'dent')`,
      [inspection],
    )
  const numbers = async (inspection: string | undefined) =>
    (
      await owner.query('select number from damages where inspection_id = $1 order by number', [inspection])
    ).rows.map(({ number }) => number)

  it('go up in each inspection, and one that was deleted keeps its own', async () => {
    await migrate(urls.DATABASE_OWNER_URL)
    for (const id of [one, two])
      await owner.query(
        "insert into inspections (org_id, id, owner_id, creator_id) values ('o', $1, 'p', 'p')",
        [id],
      )
    for (const inspection of [one, one, two]) await insertDamage(inspection)
    await owner.query('update damages set deleted_at = now() where inspection_id = $1 and number = 2', [one])
    for (const inspection of [one, two]) await insertDamage(inspection)
    expect(await numbers(one)).toEqual([1, 2, 3])
    expect(await numbers(two)).toEqual([1, 2])
    await expect(owner.query('update damages set number = 9')).rejects.toThrow()
  })
})

describe('Database.findFault', () => {
  it('says that the database does not answer while there is no migrations table', async () => {
    expect(await database.findFault()).toBe('database does not answer')
  })

  it('is null once all migrations are applied, and counts those that are not', async () => {
    await migrate(urls.DATABASE_OWNER_URL)
    expect(await database.findFault()).toBeNull()
    await owner.query('delete from migrations where name = $1', [names[0]])
    expect(await database.findFault()).toBe('1 migration(s) not applied')
    await owner.query('delete from migrations')
    expect(await database.findFault()).toBe(`${names.length} migration(s) not applied`)
  })

  it('is null for a database that is ahead, as during a rolling update', async () => {
    await migrate(urls.DATABASE_OWNER_URL)
    await owner.query("insert into migrations (name, sha256) values ('9999_later.sql', 'x')")
    expect(await database.findFault()).toBeNull()
  })

  it('says that the database does not answer when the address or the password is wrong', async () => {
    const wrong: ['port' | 'password', string][] = [
      ['port', '1'],
      ['password', 'wrong'],
    ]
    for (const [part, value] of wrong) {
      const address = new URL(urls.DATABASE_URL)
      address[part] = value
      const url = address.href
      const log = createLog('silent', 'test')
      const other = new Database({ url, connections: 1, log, applicationName: 'test' })
      expect(await other.findFault()).toBe('database does not answer')
      await other.close()
    }
  })
})
