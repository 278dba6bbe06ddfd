import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/factories.ts'
import { startOwnService } from '../../../test/own-service.ts'
import { StatementTimes } from '../../../test/statement-times.ts'
import { readPage } from '../../core/contracts/paging.ts'
import { createContext } from '../../core/platform/context.ts'
import { selectOwn, selectTimeline } from '../../inspection/vehicles/list-vehicle-inspections.ts'
import { eraseData } from '../../privacy/erasures/erase-data.job.ts'
import { applyRetention } from '../../privacy/retention/apply-retention.job.ts'
import { countInspections, selectCounts } from './count-inspections.ts'
import { selectPage } from './list-inspections.ts'
import { readMatches, selectMatches } from './queries.ts'
import type { ListInspectionsQuery } from './schema.ts'

// Plans are the same from here on; `pnpm bench plans` looks at a million.
const ROWS = Number(process.env.PLAN_ROWS ?? 100_000)
const OWNERS = ROWS / 1_000
const VEHICLES = ROWS / 10
const PLATES = VEHICLES / 5
const DEEP = ROWS * 0.4
const DELETED = ROWS * 0.045

const BUSY = { vin: 'WBA00000000000001', plate: 'B-USY 1' }

type Plan = {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  Plans?: Plan[]
}

const service = await startOwnService({ why: 'it drops indexes, and plans depend on all rows of a table' })
afterAll(() => service.stop())

// One organization holds half of all rows; one has deleted its newest nine tenths; others share the rest. Each row carries the additional_data a
// published client really sends. Ids are UUIDv7 in the order of creation, as the service makes them.
const LOAD = `
  insert into inspections (org_id, id, created_at, deleted_at, owner_id, creator_id, status, inspection_type, additional_data)
  select case when n % 2 = 0 then 'org_large' when n % 20 = 1 then 'org_tidy' else 'org_' || (n / 2) % 49 end,
         (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid,
         to_timestamp(1700000000 + n / 1000.0),
         case when n % 20 = 1 and n > ${ROWS / 10} then now() end,
         'auth0|' || md5(((n / 2) % ${OWNERS})::text), 'auth0|' || md5(((n / 2) % ${OWNERS})::text),
         case when (n / 2) % ${OWNERS} = 7 then 'ERROR' when (n / 2) % 3 = 0 then 'NOT_STARTED' else 'DONE' end,
         'check_in_check_out',
         jsonb_build_object('user_agent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
           'connection', jsonb_build_object('downlink', 10, 'effective_type', '4g', 'rtt', 50), 'monk_sdk_version', '5.4.2',
           'damage_detection_version', 'v2', 'use_dynamic_crops', true, 'is_video_capture', false)
  from generate_series(1, ${ROWS}) n`

beforeAll(async () => {
  const owner = new pg.Client({ connectionString: service.ownerUrl })
  await owner.connect()
  await owner.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'")
  const { rows: indexes } = await owner.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename = 'inspections' and indexname <> 'inspections_pkey'",
  )
  for (const { indexname } of indexes) await owner.query(`drop index ${indexname}`)
  await owner.query(
    'alter table inspections disable trigger count_inspection, disable trigger count_inspection_of_day',
  )
  await owner.query(LOAD)
  await owner.query(
    'alter table inspections enable trigger count_inspection, enable trigger count_inspection_of_day',
  )
  for (const { indexdef } of indexes) await owner.query(indexdef.replace(' ON ONLY ', ' ON '))
  // The counts as they are once the worker has folded them, which it does every minute.
  await owner.query(
    `insert into inspection_counts (org_id, owner_id, status, deleted, amount)
     select org_id, owner_id, status, deleted_at is not null, count(*) from inspections group by 1, 2, 3, 4`,
  )
  await owner.query('alter table vehicles disable trigger note_search_keys, disable trigger keep_timeline')
  await owner.query(
    `insert into vehicles (org_id, inspection_id, id, vin, plate)
     select org_id, id, id, 'VIN' || (row_number() over () / 3), 'PLATE' || (row_number() over () % ${PLATES})
     from inspections where org_id = 'org_large' limit ${VEHICLES}`,
  )
  await owner.query(
    `insert into vehicle_search_keys (org_id, inspection_id, key)
     select org_id, inspection_id, key from vehicles, vehicle_search_keys_of(plate, vin, brand, model) key
     on conflict do nothing`,
  )
  // One vehicle has a thousand inspections, far apart.
  await owner.query(
    `insert into vehicles (org_id, inspection_id, id, vin, plate, brand, model, color, vehicle_type)
     select org_id, id, id, '${BUSY.vin}', '${BUSY.plate}', 'Renault', 'Clio', 'white', 'hatchback'
     from (select org_id, id, row_number() over () as n from inspections where org_id = 'org_large' offset ${VEHICLES}) others
     where n % 20 = 0 limit 1000;
     alter table vehicles enable trigger note_search_keys, enable trigger keep_timeline;
     insert into timeline_entries
     select i.org_id, i.id, key, i.owner_id, i.created_at, i.status, i.inspection_type, i.related_inspection_id, v.vin, v.plate,
       v.brand, v.model, v.color, v.vehicle_type
     from vehicles v join inspections i on i.org_id = v.org_id and i.id = v.inspection_id,
       unnest(array[timeline_key('V', v.vin), timeline_key('P', v.plate)]) key`,
  )
  // Pages are marked as seen by all only if no transaction is older than their rows, such as one of autovacuum.
  const vacuum = async () => {
    await owner.query(
      'vacuum analyze inspections, inspection_counts, vehicles, vehicle_search_keys, timeline_entries',
    )
    const { rowCount } =
      await owner.query(`select from pg_class where relkind = 'r' and relallvisible < 0.98 * relpages
      and relname ~ '^(inspections_|inspection_counts|vehicles|vehicle_search_keys|timeline_entries)'`)
    return rowCount === 0
  }
  await waitFor('every page to be seen by all', vacuum, 120_000)
  await owner.end()
})

function contextOf({ subject = 'nobody', org_id = 'org_large' } = {}) {
  const permissions = new Set(['monk_core_api:inspections:read_all'])
  return createContext(service.parts, { subject, org_id, permissions }, service.log)
}

/** The plan of the very statement the list runs, as the role of the service, behind row-level security. */
async function planOf(
  query: Partial<ListInspectionsQuery>,
  who: { subject?: string; org_id?: string } = {},
): Promise<Plan> {
  const ctx = contextOf(who)
  const full: ListInspectionsQuery = {
    limit: 100,
    pagination_order: 'desc',
    ownership_filter: 'organization_resources',
    show_deleted: true,
    verbose: '0',
    ...query,
  }
  const page = readPage(full, 500)
  const matches = await readMatches(ctx, full.search)
  const [row] = await selectPage(ctx, full, matches, page).explain('json', sql`analyze, buffers`)
  return row?.['QUERY PLAN'][0].Plan
}

const nodesOf = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodesOf)]
const blocksOf = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

async function idAt(position: number): Promise<string> {
  const [row] = await service.rows(
    "select id from inspections where org_id = 'org_large' order by id desc offset $1 limit 1",
    [position],
  )
  return row.id
}

const anyOwner = `auth0|${createHash('md5').update('8').digest('hex')}`

describe(`a page of 100 out of ${ROWS} inspections, half of them of one organization`, () => {
  it.each<[string, number, () => Promise<Plan>]>([
    ['first', 15, () => planOf({})],
    ['first, without deleted', 15, () => planOf({ show_deleted: false })],
    ['deep', 15, async () => planOf({ after: await idAt(DEEP) })],
    ['deep, backwards', 15, async () => planOf({ before: await idAt(DEEP) })],
    ['deep, ascending', 15, async () => planOf({ after: await idAt(DEEP), pagination_order: 'asc' })],
    ['own resources', 120, () => planOf({ ownership_filter: 'own_resources' }, { subject: anyOwner })],
    [
      'own resources without deleted',
      120,
      () => planOf({ ownership_filter: 'own_resources', show_deleted: false }, { subject: anyOwner }),
    ],
    [
      'own resources of a status',
      120,
      () => planOf({ ownership_filter: 'own_resources', inspection_status: 'DONE' }, { subject: anyOwner }),
    ],
    [`behind ${DELETED} deleted ones`, 15, () => planOf({ show_deleted: false }, { org_id: 'org_tidy' })],
    ['rare status', 120, () => planOf({ inspection_status: 'ERROR' })],
  ])('%s: at most %i blocks, no sort, no sequential scan', async (name, limit, plan) => {
    const found = await plan()
    console.log(`${name}: ${blocksOf(found)} blocks, ${nodesOf(found).join(' > ')}`)
    expect(nodesOf(found).filter((node) => /Sort|Seq Scan|Bitmap/.test(node))).toEqual([])
    expect(blocksOf(found)).toBeLessThanOrEqual(limit)
    expect(found['Actual Rows']).toBe(101)
  })
})

describe('the inspections of one vehicle, or of none', () => {
  it.each([{ vin: 'VIN777' }, { plate: 'PLATE777' }, { vin: 'nobody' }])(
    '%o: at most 60 blocks',
    async (filter) => {
      const found = await planOf(filter)
      console.log(`${JSON.stringify(filter)}: ${blocksOf(found)} blocks, ${nodesOf(found).join(' > ')}`)
      expect(nodesOf(found)).not.toContain('Seq Scan')
      expect(blocksOf(found)).toBeLessThanOrEqual(60)
      expect(found['Actual Rows']).toBe(filter.vin === 'nobody' ? 0 : filter.vin ? 3 : 5)
    },
  )
})

describe('the inspections of vehicles that are called so in any part', () => {
  // A number that five plates and three VINs have, and the beginning of the numbers of 33 VINs.
  const number = Math.floor(PLATES * 0.61725)
  const beginning = '7'.repeat(Math.log10(VEHICLES) - 2)

  // From one vehicle to all there are: the plan changes, and neither reads all there is.
  it.each([
    { search: `plate-${number}`, blocks: 60, rows: 5 },
    { search: `vin${beginning}`, blocks: 250, rows: 33 },
    { search: `${number}`, blocks: 120, rows: 8 },
    { search: 'pl', blocks: 600, rows: 101 },
    { search: 'nobody', blocks: 20, rows: 0 },
  ])('%o', async ({ search, blocks, rows }) => {
    const found = await planOf({ search })
    const [first] = await selectMatches(contextOf(), search).explain('json', sql`analyze, buffers`)
    const looked: Plan = first?.['QUERY PLAN'][0].Plan
    const nodes = [looked, found].flatMap(nodesOf)
    const read = blocksOf(looked) + blocksOf(found)
    console.log(`${search}: ${read} blocks, ${nodes.join(' > ')}`)
    expect(nodes).not.toContain('Seq Scan')
    expect(read).toBeLessThanOrEqual(blocks)
    expect(found['Actual Rows']).toBe(rows)
  })
})

describe('the timeline of a vehicle with 1,000 inspections', () => {
  it('reads at most 15 blocks for a page, first or deep, and only the index', async () => {
    const [{ id }] = await service.rows(
      'select inspection_id as id from vehicles where vin = $1 order by inspection_id offset 499 limit 1',
      [BUSY.vin],
    )
    const own = await selectOwn(contextOf(), id).execute()
    expect(own).toHaveLength(2)
    const keys = own.map((entry) => entry.key)
    const [first] = await selectOwn(contextOf(), id).explain('json', sql`analyze, buffers`)
    const asked: Plan = first?.['QUERY PLAN'][0].Plan
    for (const after of [undefined, id]) {
      const page = readPage({ limit: 20, pagination_order: 'desc', after }, 500)
      const [row] = await selectTimeline(contextOf(), keys, page).explain('json', sql`analyze, buffers`)
      const found: Plan = row?.['QUERY PLAN'][0].Plan
      const blocks = blocksOf(asked) + blocksOf(found)
      console.log(`timeline: ${blocks} blocks, ${[asked, found].flatMap(nodesOf).join(' > ')}`)
      expect(nodesOf(found).filter((node) => /Scan/.test(node))).toEqual(['Function Scan', 'Index Only Scan'])
      expect(blocks).toBeLessThanOrEqual(15)
      expect(found['Actual Rows']).toBe(21)
    }
  })
})

describe(`the count of ${ROWS} inspections`, () => {
  const query = { ownership_filter: 'organization_resources', show_deleted: true } as const

  it('is exact, and touches at most 40 blocks for all owners, 10 for one', async () => {
    expect((await countInspections(contextOf(), query)).total).toBe(ROWS / 2)
    const of = async (subject?: string) => {
      const own = subject ? ({ ...query, ownership_filter: 'own_resources' } as const) : query
      const [row] = await selectCounts(contextOf(subject ? { subject } : {}), own).explain(
        'json',
        sql`analyze, buffers`,
      )
      return blocksOf(row?.['QUERY PLAN'][0].Plan)
    }
    const blocks = { organization: await of(), own: await of(anyOwner) }
    console.log(`count: ${blocks.organization} blocks for the organization, ${blocks.own} for one owner`)
    expect(blocks.organization).toBeLessThanOrEqual(40)
    expect(blocks.own).toBeLessThanOrEqual(10)
  })
})

describe(`a rule that lets go all of the ${ROWS / 2} inspections of one organization`, () => {
  it('takes 200 at a time, in short statements, and lists and counts stay as they were', async () => {
    const times = new StatementTimes()
    const ctx = { ...contextOf(), db: contextOf().db.withPlugin(times), signer: null }
    await service.rows(
      "insert into retention_rules (org_id, inspections_days, updated_by) values ('org_large', 30, 'manager')",
    )
    for (let batch = 1; batch <= 2; batch++) {
      expect(await applyRetention(ctx)).toBe(true)
      const [{ id }] = await service.rows("select id from erasures where status = 'IN_PROGRESS'")
      await eraseData(ctx, { erasure_id: id })
    }
    const longest = Math.max(...times.tookMs)
    const done = await service.rows(
      "select counts->>'inspections' as erased from erasures where status = 'DONE'",
    )
    expect(done.map(({ erased }) => erased)).toEqual(['200', '200'])
    const blocks = {
      first: blocksOf(await planOf({})),
      last: blocksOf(await planOf({ pagination_order: 'asc' })),
    }
    console.log(
      `400 let go, ${times.tookMs.length} statements, the longest ${Math.round(longest)} ms, ${JSON.stringify(blocks)} blocks`,
    )
    // Some for each that goes.
    expect(times.tookMs.length).toBeGreaterThan(1000)
    // A statement is short because it takes few rows. How long it takes is judged where the table is as large as an installation's.
    expect(times.mostRows).toBeLessThanOrEqual(200)
    if (ROWS >= 1_000_000) expect(longest).toBeLessThan(1000)
    expect(blocks.first).toBeLessThanOrEqual(15)
    // What was erased is still in the index until it is vacuumed.
    expect(blocks.last).toBeLessThanOrEqual(40)
    const query = { ownership_filter: 'organization_resources', show_deleted: true } as const
    expect((await countInspections(contextOf(), query)).total).toBe(ROWS / 2 - 400)
  })
})
