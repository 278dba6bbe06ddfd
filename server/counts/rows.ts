import pg from 'pg'
import { waitFor } from '../test/factories.ts'

export const ROWS = 10_000
/** Whose inspections are looked at: half of all. The others share the rest. */
export const ORGANIZATION = 'org_alder'
/** Of every 25th inspection of the organization. */
const VEHICLE = { vin: 'WBA00000000000001', plate: 'B-USY 1' }

/** The id of the nth of a kind: a UUIDv7 in the order of creation, as the service makes them, and the same every time. */
const idOf = (kind: number, n: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7' || lpad(to_hex(${n} % 4096), 3, '0') || '8' || lpad(to_hex(${kind}), 3, '0') || lpad(to_hex(${n}), 12, '0'))::uuid`
const [INSPECTION, TASK, IMAGE, DAMAGE, PART, VIEW, EVENT] = [0, 1, 2, 3, 4, 5, 6]

export const selectInspectionId = (n: number): string => `select ${idOf(INSPECTION, `${n}`)} as id`

/** An even number is an inspection of the organization. A tenth of its rows are the caller's own. */
const load = (owner: string) => `
  insert into inspections (org_id, id, created_at, deleted_at, owner_id, creator_id, status, inspection_type, additional_data)
  select case when n % 2 = 0 then '${ORGANIZATION}' else 'org_' || n / 2 % 49 end, ${idOf(INSPECTION, 'n')},
    to_timestamp(1700000000 + n / 1000.0), case when n % 40 = 0 then to_timestamp(1700100000) end, who, who,
    case when n / 2 % 100 = 7 then 'ERROR' when n / 2 % 3 = 0 then 'NOT_STARTED' else 'DONE' end, 'check_in_check_out',
    jsonb_build_object('monk_sdk_version', '5.4.2', 'is_video_capture', false)
  from generate_series(1, ${ROWS}) n,
    lateral (select case when n / 2 % 10 = 3 then '${owner}' else 'auth0|' || md5((n / 2 % 100)::text) end as who) o;

  insert into vehicles (org_id, inspection_id, id, created_at, vin, plate)
  select '${ORGANIZATION}', ${idOf(INSPECTION, 'n')}, ${idOf(INSPECTION, 'n')}, to_timestamp(1700000000),
    case when n % 50 = 0 then '${VEHICLE.vin}' else 'V' || n / 6 end, case when n % 50 = 0 then '${VEHICLE.plate}' else 'P' || n % 1000 end
  from generate_series(2, ${ROWS}, 2) n;
  insert into vehicle_search_keys (org_id, inspection_id, key)
  select org_id, inspection_id, key from vehicles, vehicle_search_keys_of(plate, vin, brand, model) key
  order by inspection_id, key on conflict do nothing;
  insert into timeline_entries
  select i.org_id, i.id, key, i.owner_id, i.created_at, i.status, i.inspection_type, i.related_inspection_id, v.vin, v.plate,
    v.brand, v.model, v.color, v.vehicle_type
  from vehicles v join inspections i on i.org_id = v.org_id and i.id = v.inspection_id,
    unnest(array[timeline_key('V', v.vin), timeline_key('P', v.plate)]) key order by i.id, key;

  insert into tasks (org_id, inspection_id, id, name, created_at)
  select '${ORGANIZATION}', ${idOf(INSPECTION, 'n / 2 * 2')}, ${idOf(TASK, 'n')},
    case n % 2 when 0 then 'damage_detection' else 'compliances' end, to_timestamp(1700000000)
  from generate_series(2, ${ROWS} + 1) n;
  insert into images (org_id, inspection_id, id, created_at, mimetype, image_width, image_height, binary_size, sha256, number, hidden)
  select '${ORGANIZATION}', ${idOf(INSPECTION, 'n / 2 * 2')}, ${idOf(IMAGE, 'n')}, to_timestamp(1700000000), 'image/jpeg', 1600, 1200, 500000,
    repeat(md5(n::text), 2), n % 2 + 1, '[]'
  from generate_series(2, ${ROWS} + 1) n;
  insert into image_tasks (org_id, task_id, image_id)
  select '${ORGANIZATION}', ${idOf(TASK, 'n')}, ${idOf(IMAGE, 'n')} from generate_series(2, ${ROWS} + 1) n;
  insert into parts (org_id, inspection_id, id, created_at, created_by, part_type)
  select '${ORGANIZATION}', ${idOf(INSPECTION, 'n')}, ${idOf(PART, 'n')}, to_timestamp(1700000000), 'algo', 'hood' from generate_series(2, ${ROWS}, 2) n;
  insert into damages (org_id, inspection_id, id, created_at, created_by, damage_type, number)
  select '${ORGANIZATION}', ${idOf(INSPECTION, 'n / 2 * 2')}, ${idOf(DAMAGE, 'n')}, to_timestamp(1700000000), 'algo', 'scratch', n % 2 + 1
  from generate_series(2, ${ROWS} + 1) n;
  insert into damage_parts (org_id, damage_id, part_id)
  select '${ORGANIZATION}', ${idOf(DAMAGE, 'n')}, ${idOf(PART, 'n / 2 * 2')} from generate_series(2, ${ROWS} + 1) n;
  insert into views (org_id, inspection_id, id, created_at, created_by, image_id, damage_id, bounding_box, polygons)
  select '${ORGANIZATION}', ${idOf(INSPECTION, 'n / 2 * 2')}, ${idOf(VIEW, 'n')}, to_timestamp(1700000000), 'algo', ${idOf(IMAGE, 'n')}, ${idOf(DAMAGE, 'n')},
    '{"xmin": 1, "ymin": 2, "width": 30, "height": 40}', '[]'
  from generate_series(2, ${ROWS} + 1) n;

  insert into events (org_id, inspection_id, id, type, payload, created_at, position)
  select org_id, id, ${idOf(EVENT, 'n')}, 'inspection.created', '{}', created_at, n
  from (select *, row_number() over (order by id) as n from inspections) i order by n;
  update webhook_cursor set position = ${ROWS};
  insert into audit_entries (org_id, sequence, created_at, subject, operation, inspection_id, status, hash)
  select '${ORGANIZATION}', n, to_timestamp(1700000000 + n), 'auth0|' || n % 100, case when n % 10 = 0 then 'createDamage' else 'getInspection' end,
    ${idOf(INSPECTION, 'n / 2 * 2 + 2')}, 200, md5(n::text)
  from generate_series(1, ${ROWS} - 2) n;
  insert into audit_heads (org_id, sequence, hash, checkpoint_at, checkpoint_sequence)
  values ('${ORGANIZATION}', ${ROWS} - 2, md5(${ROWS}::text), to_timestamp(1700100000), ${ROWS} - 2);
  truncate inspection_counts;
  insert into inspection_counts (org_id, owner_id, status, deleted, amount)
  select org_id, owner_id, status, deleted_at is not null, count(*) from inspections group by 1, 2, 3, 4 order by 1, 2, 3, 4;`

const TABLES = [
  ...['inspections', 'vehicles', 'vehicle_search_keys', 'timeline_entries', 'tasks', 'images', 'image_tasks'],
  ...['parts', 'damages', 'damage_parts', 'views', 'events', 'audit_entries', 'audit_heads'],
  ...['inspection_counts', 'webhook_cursor'],
]

const LIST = TABLES.map((table) => `'${table}'::regclass`).join()
// The indexes of partitions come and go with those of their table.
const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and conrelid in (${LIST}) order by 1, 2`
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in (${LIST}) and indrelid <> 'inspections'::regclass
    and not exists (select from pg_constraint where conindid = indexrelid) order by 1`

type Definition = { table: string; name: string; definition: string }

/**
 * The same rows in the same places every time. A tree that is filled row by row is not: where many keys are equal, PostgreSQL throws a die
 * for the page. So indexes are made when all rows are there, and foreign keys too, which is quicker.
 */
export async function loadRows(ownerUrl: string, callersSubject: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'counts' })
  await owner.connect()
  const all = async <Row extends pg.QueryResultRow>(text: string) => (await owner.query<Row>(text)).rows
  await all("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'")
  const foreignKeys = await all<Definition>(FOREIGN_KEYS)
  const indexes = await all<Definition>(INDEXES)
  for (const { table, name } of foreignKeys) await all(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await all(`drop index ${name}`)
  for (const table of TABLES) await all(`alter table ${table} disable trigger user`)
  await all(load(callersSubject))
  for (const table of TABLES) await all(`alter table ${table} enable trigger user`)
  for (const { definition } of indexes) await all(definition)
  await all('reindex table inspections')
  for (const { table, name, definition } of foreignKeys)
    await all(`alter table ${table} add constraint ${name} ${definition}`)
  await tidy(all)
  await owner.end()
}

/** Every page is seen by all and everything is known of every row. Nothing moves a page or a statistic from here on. */
async function tidy(all: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>): Promise<void> {
  const own = "relkind = 'r' and relnamespace = 'public'::regnamespace"
  const tables = await all<{ name: string }>(
    `select oid::regclass::text as name from pg_class where ${own} order by 1`,
  )
  for (const { name } of tables) await all(`alter table ${name} set (autovacuum_enabled = false)`)
  await waitFor('every page to be seen by all', async () => {
    await all(`vacuum (analyze, parallel 0) ${tables.map(({ name }) => name).join()}`)
    // Not while a transaction is older than the rows.
    return (await all(`select from pg_class where ${own} and relallvisible < relpages`)).length === 0
  })
}
