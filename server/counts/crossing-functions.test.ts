import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CROSSING_FUNCTIONS } from '../test/crossing-functions.ts'
import { createDatabase } from '../test/database.ts'

const FEW = 500
const MANY = 4 * FEW
/** A level more of some indexes, and what the database looks up of a larger table. */
const BLOCKS_MORE = 12
/** The first run on a connection also reads what the database must know of tables and functions. */
const RUNS = 3

/** Read more the more organizations there are, although none of them has anything to do. */
const GROWING = [
  'audits_without_checkpoint',
  'delete_old_webhook_deliveries',
  'fold_inspection_counts',
  'fold_quota_usage',
  'oldest_due_webhook_delivery',
]

const HASH = "repeat('a', 64)"
const NO_ID = "'00000000-0000-0000-0000-000000000000'"
/** As the service calls each, when there is nothing to do or one row to find. */
const CALLS: Record<string, string> = {
  abandoned_uploads: "'1 hour', 50",
  append_audit_entries: `'org_1', '[{"at": 1700000000000, "text": "x", "subject": "s", "operation": "o", "status": 200}]'`,
  audits_without_checkpoint: "'1 day'",
  claim_webhook_deliveries: "now(), '20 s', 64, 32, 4, 2, 2",
  claim_webhook_deliveries_at_home: "now(), '20 s', 64, 32, 4, 2, 2",
  delete_old_idempotency_keys: "'1 day', 1000",
  delete_old_webhook_deliveries: "'30 days', 1000",
  delete_removed_audit_entries: '1000',
  ended_task_callbacks: `0, 200, '{task.done}'`,
  erase_inspection: `${NO_ID}, ${NO_ID}, '1 hour'`,
  find_capture_link: HASH,
  find_capture_session: HASH,
  find_objection_link: NO_ID,
  fold_inspection_counts: '1000',
  fold_quota_usage: '1000',
  is_webhook_home: '',
  last_event_position: '',
  lease_requests: "'{org_1}', '{1}', '{1}', 1000",
  make_webhook_deliveries: "0, 200, '{inspection.created}', '[]'",
  next_webhook_events: '200',
  oldest_due_webhook_delivery: 'now()',
  open_erasures: '100',
  organizations_with_rules: '',
  publish_events: '200',
  published_events: '100, 200',
  remove_audit_entries: `0, '{}'`,
  take_stream_ticket: HASH,
  verify_report: NO_ID,
  wait_for_erasures: '',
}

/** Organizations that have all been used, and in which nothing happens. */
const organizations = (from: number, to: number) => `
  insert into inspections (org_id, id, owner_id, creator_id)
    select 'org_' || n, time_ordered_uuid(), 'owner', 'owner' from generate_series(${from}, ${to}) n;
  insert into events (org_id, inspection_id, id, type, payload, position)
    select org_id, id, gen_random_uuid(), 'inspection.created', '{}', nextval('event_positions') from inspections
    where not exists (select from events e where e.org_id = inspections.org_id);
  insert into quota_usage (org_id, quota, amount) select 'org_' || n, 'bytes_stored', 1000 from generate_series(${from}, ${to}) n;
  insert into audit_heads (org_id, sequence, hash, checkpoint_at, checkpoint_sequence)
    select 'org_' || n, 10, ${HASH}, now(), 10 from generate_series(${from}, ${to}) n;
  insert into retention_rules (org_id, updated_by) select 'org_' || n, 'owner' from generate_series(${from}, ${to}) n;
  insert into webhook_endpoints (org_id, created_by, url, secret)
    select 'org_' || n, 'owner', 'https://example.com', 'sealed' from generate_series(${from}, ${to}) n;
  insert into webhook_deliveries (org_id, endpoint_id, event_id, event_type, state, ended_at)
    select org_id, id, gen_random_uuid(), 'inspection.created', 'delivered', now() from webhook_endpoints w
    where not exists (select from webhook_deliveries d where d.org_id = w.org_id);
  insert into idempotency_keys (org_id, subject, key, fingerprint, claim_id)
    select 'org_' || n, 'owner', 'key', 'f', gen_random_uuid() from generate_series(${from}, ${to}) n;
  insert into erasures (org_id, created_by, subject, reason, status, done_at, receipt)
    select 'org_' || n, 'owner', 'inspection', 'request', 'DONE', now(), '{}' from generate_series(${from}, ${to}) n;
  update webhook_cursor set position = (select max(position) from events);`

let made: Awaited<ReturnType<typeof createDatabase>>
let owner: pg.Client
const few: Record<string, number> = {}
const many: Record<string, number> = {}
beforeAll(async () => {
  made = await createDatabase()
  owner = new pg.Client({ connectionString: made.DATABASE_OWNER_URL })
  await owner.connect()
  await fill(1, FEW)
  await countAll(few)
  await fill(FEW + 1, MANY)
  await countAll(many)
})
afterAll(async () => {
  await owner.end()
  await made.drop()
})

async function fill(from: number, to: number): Promise<void> {
  await owner.query(organizations(from, to))
  await owner.query('vacuum analyze')
}

async function countAll(blocks: Record<string, number>): Promise<void> {
  for (const [name, values] of Object.entries(CALLS)) blocks[name] = await countBlocks(name, values)
}

/** In one session, the fewest of a few runs, of which nothing stays. */
async function countBlocks(name: string, values: string): Promise<number> {
  const found: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await owner.query("begin; set local walkaround.org_id = 'org_1'")
    const { rows } = await owner.query(
      `explain (analyze, buffers, format json) select * from ${name}(${values})`,
    )
    await owner.query('rollback')
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    found.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks'])
  }
  return Math.min(...found)
}

describe('functions that cross organizations', () => {
  it('are all called here', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual(Object.keys(CROSSING_FUNCTIONS).toSorted())
  })

  it(`read as much with ${MANY} organizations at rest as with ${FEW}, but for those that are named`, () => {
    const growing = Object.keys(CALLS).filter((name) => (many[name] ?? 0) > (few[name] ?? 0) + BLOCKS_MORE)
    expect(growing, JSON.stringify({ few, many })).toEqual(GROWING)
  })
})
