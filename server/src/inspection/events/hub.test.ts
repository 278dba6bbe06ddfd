import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { waitFor } from '../../../test/factories.ts'
import type { PublishedEvent } from '../../core/contracts/event-body.ts'
import { Database } from '../../core/platform/database.ts'
import { Hints } from '../../core/platform/hints.ts'
import { createLog } from '../../core/platform/log.ts'
import { uuidv7 } from '../../core/platform/uuid.ts'
import { EventHub } from './hub.ts'

const NEVER_MS = 3_600_000
const log = createLog('silent', 'test')

let made: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let owner: pg.Client
const inspections = { org_a: uuidv7(), org_b: uuidv7() }
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Client({ connectionString: made.DATABASE_OWNER_URL })
  await owner.connect()
  database = new Database({ url: made.DATABASE_URL, connections: 5, log, applicationName: 'test' })
  for (const [org, id] of Object.entries(inspections))
    await owner.query(
      `insert into inspections (org_id, id, owner_id, creator_id) values ($1, $2, 'anna', 'anna')`,
      [org, id],
    )
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await made.drop()
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: made.DATABASE_URL })
  await client.connect()
  closing.push(() => client.end())
  return client
}

async function startHub({ hinted = true, pollMs = NEVER_MS } = {}) {
  const hints = hinted ? new Hints({ url: made.DATABASE_URL, applicationName: 'test hints', log }) : null
  const lags: number[] = []
  const hub = new EventHub({ database, hints, pollMs, log, observeLag: (seconds) => lags.push(seconds) })
  await hub.start()
  closing.push(() => hub.close())
  const told: PublishedEvent[] = []
  hub.listen('org_a', (event) => told.push(event))
  if (hinted) await waitFor('its connection', async () => (await countListeners()) > 0)
  return { hub, told, lags, marks: () => told.map((event) => event.payload.n) }
}

const countListeners = async () =>
  Number(
    (await owner.query("select count(*) from pg_stat_activity where application_name = 'test hints'")).rows[0]
      .count,
  )

async function insertEvent(client: pg.Client, n: unknown, org: keyof typeof inspections = 'org_a') {
  await client.query("select set_config('walkaround.org_id', $1, false)", [org])
  await client.query(
    "insert into events (org_id, inspection_id, id, type, payload) values ($1, $2, $3, 'inspection.updated', $4)",
    [org, inspections[org], uuidv7(), JSON.stringify({ n })],
  )
}

describe('EventHub', () => {
  it('tells an event of its organization when a hint comes, long before it would look', async () => {
    const { told } = await startHub()
    const client = await connect()
    await insertEvent(client, 1, 'org_b')
    await insertEvent(client, 2)
    await waitFor('the event', async () => told.length > 0)
    expect(told).toMatchObject([
      {
        org_id: 'org_a',
        owner_id: 'anna',
        inspection_id: inspections.org_a,
        type: 'inspection.updated',
        payload: { n: 2 },
      },
    ])
  })

  it('tells an event within the poll interval when nobody hints at it', async () => {
    const { told, marks } = await startHub({ hinted: false, pollMs: 100 })
    const client = await connect()
    await insertEvent(client, 'unhinted')
    await waitFor('the event', async () => told.length > 0)
    expect(marks()).toEqual(['unhinted'])
  })

  it('tells nothing that happened before it started', async () => {
    const client = await connect()
    await insertEvent(client, 'before')
    const { marks, hub } = await startHub({ hinted: false })
    await insertEvent(client, 'after')
    await hub.catchUp()
    expect(marks()).toEqual(['after'])
  })

  it('measures the time from the transaction of an event until it is told', async () => {
    const { lags, hub } = await startHub({ hinted: false })
    const client = await connect()
    await client.query('begin')
    await insertEvent(client, 'slow')
    await client.query('select pg_sleep(0.2)')
    await client.query('commit')
    await hub.catchUp()
    expect(lags).toEqual([expect.any(Number)])
    expect(lags[0]).toBeGreaterThanOrEqual(0.2)
  })

  it('tells what was committed late after what was committed before it, and loses neither', async () => {
    const { marks, hub } = await startHub({ hinted: false })
    const [slow, quick] = [await connect(), await connect()]
    await slow.query('begin')
    await insertEvent(slow, 'slow 1')
    await insertEvent(quick, 'quick 1')
    await hub.catchUp()
    expect(marks()).toEqual(['quick 1'])
    await insertEvent(slow, 'slow 2')
    await slow.query('commit')
    await insertEvent(quick, 'quick 2')
    await hub.catchUp()
    expect(marks()).toEqual(['quick 1', 'slow 1', 'slow 2', 'quick 2'])
  })

  it('tells nothing of a change that was rolled back', async () => {
    const { marks, hub } = await startHub({ hinted: false })
    const client = await connect()
    await client.query('begin')
    await insertEvent(client, 'never')
    await client.query('rollback')
    await insertEvent(client, 'kept')
    await hub.catchUp()
    expect(marks()).toEqual(['kept'])
  })

  it('tells each event once and in the same order in every process, while many write', async () => {
    const hubs = [
      await startHub(),
      await startHub({ pollMs: 50 }),
      await startHub({ hinted: false, pollMs: 20 }),
    ]
    const writers = await Promise.all(Array.from({ length: 4 }, connect))
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let n = 0; n < 50; n++) {
          await writer.query('begin')
          await insertEvent(writer, `${w} ${n}`)
          if (n % 5 === 0) await delay(3)
          await writer.query(n % 10 === 9 ? 'rollback' : 'commit')
        }
      }),
    )
    for (const { hub } of hubs) await hub.catchUp()
    const [first, ...others] = hubs.map(({ told }) => told)
    expect(first).toHaveLength(180)
    expect(new Set(first?.map((event) => event.id)).size).toBe(180)
    for (const other of others)
      expect(other.map((event) => event.id)).toEqual(first?.map((event) => event.id))
    // What one writer did one after the other is told in that order.
    for (const w of writers.keys()) {
      const own = first?.map((event) => String(event.payload.n)).filter((mark) => mark.startsWith(`${w} `))
      expect(own).toEqual(own?.toSorted((a, b) => Number(a.split(' ')[1]) - Number(b.split(' ')[1])))
    }
  })

  it('tells more than fits into one look', async () => {
    const { told, hub } = await startHub({ hinted: false })
    await owner.query(
      `insert into events (org_id, inspection_id, id, type, payload)
       select 'org_a', $1, gen_random_uuid(), 'inspection.updated', jsonb_build_object('n', n) from generate_series(1, 1203) n`,
      [inspections.org_a],
    )
    await hub.catchUp()
    expect(told.map((event) => event.payload.n)).toEqual(Array.from({ length: 1203 }, (_, n) => n + 1))
  })

  it('hears hints again after its connection was cut, and tells what it missed meanwhile', async () => {
    const { told, marks } = await startHub()
    const client = await connect()
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test hints'",
    )
    await waitFor('the cut', async () => (await countListeners()) === 0)
    await insertEvent(client, 'while away')
    await waitFor('what was missed', async () => told.length > 0)
    await insertEvent(client, 'back')
    await waitFor('the next', async () => told.length > 1)
    expect(marks()).toEqual(['while away', 'back'])
  })

  it('has one connection that listens, however many listen to it', async () => {
    const { hub } = await startHub()
    for (let n = 0; n < 1_000; n++) hub.listen('org_a', () => {})
    expect(await countListeners()).toBe(1)
  })

  it('does not tell who no longer listens', async () => {
    const { hub } = await startHub({ hinted: false })
    const heard: string[] = []
    const stop = hub.listen('org_a', () => heard.push('stopped'))
    hub.listen('org_a', () => heard.push('kept'))
    stop()
    await insertEvent(await connect(), 1)
    await hub.catchUp()
    expect(heard).toEqual(['kept'])
  })

  it('changed() is true as soon as something happens to the inspection, and false when the time is over', async () => {
    const { hub } = await startHub()
    const [mine, other, late] = [
      hub.changed(inspections.org_a, 20_000),
      hub.changed(inspections.org_b, 300),
      hub.changed(uuidv7(), 1),
    ]
    await insertEvent(await connect(), 1)
    expect(await mine).toBe(true)
    expect(await other).toBe(false)
    expect(await late).toBe(false)
  })

  it('goes on after the database did not answer', async () => {
    let broken = false
    const failing: Pick<Database, 'callAcross'> = {
      callAcross: (name, values) =>
        broken ? Promise.reject(new Error('away')) : database.callAcross(name, values),
    }
    const hub = new EventHub({ database: failing, hints: null, pollMs: 50, log })
    await hub.start()
    closing.push(() => hub.close())
    const told: unknown[] = []
    hub.listen('org_a', (event) => told.push(event.payload.n))
    broken = true
    await insertEvent(await connect(), 'meanwhile')
    await hub.catchUp()
    expect(told).toEqual([])
    broken = false
    await waitFor('the event', async () => told.length > 0)
    expect(told).toEqual(['meanwhile'])
  })
})

describe('positions', () => {
  it('cannot be given by the service itself', async () => {
    const client = await connect()
    await client.query("select set_config('walkaround.org_id', 'org_a', false)")
    const insert =
      "insert into events (org_id, inspection_id, id, type, payload, position) values ('org_a', $1, $2, 't', '{}', 1)"
    await expect(client.query(insert, [inspections.org_a, uuidv7()])).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('update events set position = 1')).rejects.toMatchObject({ code: '42501' })
  })

  it('cost the same to find however many events there are: the unpublished ones and the last are read by index', async () => {
    await owner.query('set enable_seqscan = off')
    const plan = async (query: string) =>
      (await owner.query(`explain ${query}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
    // As few rows by either index: which of them is taken hangs on what the database has counted so far.
    expect(await plan('select from events where position is null limit 1')).toMatch(
      /events_unpublished|Index Cond: \("position" IS NULL\)/,
    )
    expect(await plan('select max(position) from events')).toContain('events_position')
    await owner.query('reset enable_seqscan')
  })
})
