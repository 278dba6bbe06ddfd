import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlsOf } from '../../../../testing/ground.ts'
import { readStack, stackValue } from '../../../../testing/stack.ts'
import { listMigrations, migrate } from './migrations.ts'

/** MIGRATION_ROWS=1000000 measures a large installation; this many are enough to see a migration that holds writers up. */
const ROWS = Number(process.env.MIGRATION_ROWS ?? 100_000)
/** Each has a vehicle and some of the events. */
const INSPECTIONS = ROWS / 5
const WAIT_MS_MAX = 1_000
/** A busy installation, not a machine that has no time for the migration. */
const PACE_MS = 10
/** How long the writers are alone, before a migration and after it. */
const LEAD_MS = 500
const MANY = { timeout: 120_000 + ROWS }
const ORG = 'org_online'
/** The nth inspection; ids of events are built alike. */
const idOf = (n: string) => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const name = `test_${randomBytes(6).toString('hex')}`
const urls = urlsOf(readStack(), name)
const admin = new pg.Client({ connectionString: stackValue('DATABASE_OWNER_URL') })
const open = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}
let owner: pg.Client

/** Rows of all inspections in turn. Their foreign key is checked once, in the end: row by row it takes most of the time. */
async function fill(table: string, count: number, columns: string, values: string): Promise<void> {
  const key = `${table}_org_id_inspection_id_fkey`
  await owner.query(`alter table ${table} drop constraint ${key}`)
  await owner.query(
    `insert into ${table} (org_id, inspection_id, ${columns})
      select $1, ${idOf(`1 + n % ${INSPECTIONS}`)}, ${values} from generate_series(1, $2::int) n`,
    [ORG, count],
  )
  await owner.query(
    `alter table ${table} add constraint ${key} foreign key (org_id, inspection_id) references inspections`,
  )
}

beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${name}`)
  owner = await open(urls.DATABASE_OWNER_URL)
  await migrate(urls.DATABASE_OWNER_URL, listMigrations().slice(0, 1))
  await owner.query('alter table inspections disable trigger user')
  await owner.query(
    `insert into inspections (org_id, id, owner_id, creator_id)
      select $1, ${idOf('n')}, 'p', 'p' from generate_series(1, $2::int) n`,
    [ORG, INSPECTIONS],
  )
  await owner.query('alter table inspections enable trigger user')
  await fill('vehicles', INSPECTIONS, 'id, plate, vin', `${idOf('n')}, 'ab-' || n, 'vin ' || n`)
  await fill('events', ROWS, 'id, type, payload', `${idOf('n')}, 'inspection.created', '{"a": "some event"}'`)
}, MANY.timeout)
afterAll(async () => {
  await owner?.end()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
})

/** Writes as the previous version does, one statement after the other, until it is told to stop. */
async function startWriter(sql: string, values: (turn: number) => unknown[]) {
  const client = await open(urls.DATABASE_URL)
  await client.query("select set_config('walkaround.org_id', $1, false)", [ORG])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  let [isStopped, turns] = [false, 0]
  const running = (async () => {
    while (!isStopped) {
      await client.query(sql, values(++turns))
      await delay(PACE_MS)
    }
  })()
  return {
    pid: rows[0]?.pid,
    stop: async () => {
      isStopped = true
      await running
      await client.end()
      return turns
    },
  }
}

/** By the clock of the database, so that a busy machine adds nothing: the longest that one of these waited for a lock. */
async function watchWaits(pids: unknown[]) {
  const watcher = await open(urls.DATABASE_OWNER_URL)
  const waits = { longestMs: 0, behind: '' }
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      await delay(PACE_MS)
      const { rows } = await watcher.query<{ ms: number; behind: string }>(
        `select extract(epoch from clock_timestamp() - l.waitstart)::float * 1000 as ms,
            (select string_agg(left(a.query, 60), ' | ') from pg_stat_activity a where a.pid = any (pg_blocking_pids(l.pid))) as behind
          from pg_locks l where not l.granted and l.waitstart is not null and l.pid = any ($1::int[])`,
        [pids],
      )
      for (const { ms, behind } of rows)
        if (ms > waits.longestMs) Object.assign(waits, { longestMs: ms, behind: behind ?? '' })
    }
  })()
  return async () => {
    isStopped = true
    await running
    await watcher.end()
    return waits
  }
}

/** What writers of events and vehicles waited for while the migrations were applied, and how many rows they wrote. */
async function applyBesideWriters(migrations: ReturnType<typeof listMigrations>) {
  const events = await startWriter(
    `insert into events (org_id, inspection_id, id, type, payload)
      values ($1, ${idOf('$2::int')}, gen_random_uuid(), 'inspection.updated', '{}')`,
    (turn) => [ORG, 1 + (turn % INSPECTIONS)],
  )
  const plates = new Set<number>()
  const vehicles = await startWriter(
    `update vehicles set plate = 'new ' || $2::int where org_id = $1 and inspection_id = ${idOf('$2::int')}`,
    // From both ends, so that rows are changed before and after a migration goes through them.
    (turn) => {
      const n = turn % 2 ? 1 + (turn % INSPECTIONS) : INSPECTIONS - (turn % INSPECTIONS)
      plates.add(n)
      return [ORG, n]
    },
  )
  const stopWatching = await watchWaits([events.pid, vehicles.pid])
  await delay(LEAD_MS)
  await migrate(urls.DATABASE_OWNER_URL, migrations)
  await delay(LEAD_MS)
  const waits = await stopWatching()
  const written = { events: await events.stop(), vehicles: await vehicles.stop() }
  console.log(
    `${ROWS} events: a writer waited ${Math.round(waits.longestMs)} ms at most; ${written.events} events and ${written.vehicles} vehicles written meanwhile`,
  )
  return { waits, written, plates }
}

const countOf = async (condition: string) =>
  Number((await owner.query(`select count(*) from ${condition}`)).rows[0].count)

describe('migrations of a large table', () => {
  it(
    `let no writer wait for more than ${WAIT_MS_MAX} ms, and lose nothing that is written meanwhile`,
    MANY,
    async () => {
      const { waits, written, plates } = await applyBesideWriters(listMigrations())
      expect(waits.longestMs, waits.behind).toBeLessThanOrEqual(WAIT_MS_MAX)
      expect(written.events).toBeGreaterThan(10)
      expect(await countOf('events')).toBe(ROWS + written.events)
      expect(await countOf('vehicles')).toBe(INSPECTIONS)
      expect(await countOf(`vehicles where plate like 'new %' and version > 1`)).toBe(plates.size)
      expect(await countOf('vehicles where plate_key is distinct from search_key(plate)')).toBe(0)
    },
  )

  it('one that holds writers up is seen', MANY, async () => {
    const holding = {
      name: '9001_hold.sql',
      sql: `alter table vehicles add column held text; select pg_sleep(${(2 * WAIT_MS_MAX) / 1_000})`,
      sha256: 'x',
    }
    const { waits } = await applyBesideWriters([holding])
    expect(waits.longestMs).toBeGreaterThan(WAIT_MS_MAX)
    expect(waits.behind).toContain('alter table vehicles add column held')
  })
})
