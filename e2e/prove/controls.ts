import pg from 'pg'
import { FEW_PICTURES, Harness } from '../../testing/harness.ts'
import type { Call } from '../../testing/history.ts'
import { createBasePictures, vary } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import { setting } from '../../testing/stack.ts'
import type { Query } from '../../testing/subject.ts'
import { campaign, Violations } from './campaign.ts'
import { checkInvariants, INVARIANT_KINDS } from './invariants.ts'
import { waitForRest } from './quiescence.ts'

type Break = { kind: string; sql?: string; call?: Partial<Call> }

const IMAGE = '(select min(id::text)::uuid from images)'
const TASK = '(select min(task_id::text)::uuid from task_runs)'
const GHOST = '01a00000-0000-7000-8000-000000000000'

/** One way to break each promise. */
const BREAKS: Break[] = [
  { kind: 'images_lost', call: { operation: 'createImage', outcome: 'ok', image_id: GHOST } },
  { kind: 'images_changed', sql: `update images set binary_size = binary_size + 1 where id = ${IMAGE}` },
  { kind: 'images_from_nowhere', sql: `update images set sha256 = repeat('0', 64) where id = ${IMAGE}` },
  { kind: 'images_doubled', sql: copyImage() },
  { kind: 'rows_without_object', sql: copyImage() },
  {
    kind: 'objects_without_row',
    sql: `delete from task_results where image_id = ${IMAGE}; delete from image_tasks where image_id = ${IMAGE}; delete from images where id = ${IMAGE}`,
  },
  { kind: 'tasks_lost', sql: `update task_runs set outcome = null, ended_at = null where task_id = ${TASK}` },
  {
    kind: 'tasks_lost',
    sql: `alter table tasks disable trigger user; update tasks set status = 'IN_PROGRESS' where id = ${TASK}`,
  },
  {
    kind: 'tasks_without_run',
    call: { operation: 'startTask', outcome: 'ok', inspection_id: GHOST, task_names: ['compliances'] },
  },
  { kind: 'runs_ended_not_once', sql: step('IN_PROGRESS', 'DONE') },
  {
    kind: 'picture_sets_wrong',
    sql: `update task_runs set image_ids = image_ids[1:1] where task_id = ${TASK}`,
  },
  { kind: 'picture_sets_wrong', sql: `delete from image_tasks where task_id = ${TASK}` },
  { kind: 'results_wrong', sql: `delete from task_results where image_id = ${IMAGE}` },
  { kind: 'states_wrong', sql: step('DONE', 'TODO') },
  {
    kind: 'times_wrong',
    sql: `alter table tasks drop constraint tasks_check1; update tasks set done_at = started_at - interval '1 s' where id = ${TASK}`,
  },
  { kind: 'statuses_not_derived', sql: `update inspections set status = 'VALIDATED'` },
]

/** A watchdog: a picture is analyzed in a second or two. */
const REST_MS_MAX = 120_000
const INSPECTIONS = { smoke: 1, small: 3, full: 3 }
const KINDS = {
  facts: ['break_not_seen', 'broken_before', 'kind_without_control', 'rest_not_reached', 'process_ended'],
  timed: [],
}

/** Breaks each invariant on purpose, in a transaction that is rolled back, and demands that the checker sees it. */
export const controls = campaign(KINDS, async ({ size, seed, violations, say, atEnd }) => {
  const random = createRandom(seed)
  const harness = await Harness.open({ apis: 1, workers: 1, settings: FEW_PICTURES })
  atEnd(() => harness.close())
  const pictures = await createBasePictures(random)
  const client = harness.createClient('control', 'alder-member')
  for (let n = 0; n < INSPECTIONS[size]; n++) {
    const inspection = (await client.createInspection()) ?? ''
    for (let m = 0; m < 2; m++)
      await client.createImage(inspection, vary(random.pick(pictures), random), ['compliances'])
    await client.updateTask(inspection, 'compliances', 'TODO')
  }
  const left = await waitForRest(harness, REST_MS_MAX)
  if (left.tasks + left.jobs > 0) violations.add('rest_not_reached', `hung after ${REST_MS_MAX / 1_000} s`)

  const database = new pg.Client({
    connectionString: setting(harness.ground.settings, 'DATABASE_OWNER_URL'),
  })
  await database.connect()
  const check = async (extra: Partial<Call>[]): Promise<Violations> => {
    const violations = new Violations()
    const rows: Query = async (query, values = []) => (await database.query(query, values)).rows
    const added = extra.map((call) => ({
      client: 'control',
      operation: '',
      start: 0,
      end: 0,
      outcome: 'ok' as const,
      status: 201,
      ...call,
    }))
    const calls = [...harness.history.calls, ...added]
    await checkInvariants({ ...harness.subject(), rows, calls }, violations)
    return violations
  }
  const sound = await check([])
  sound.report(say)
  if (sound.total > 0) violations.add('broken_before', `${sound.total} violations of a sound service`)
  for (const { kind, sql, call } of BREAKS) {
    await database.query('begin')
    if (sql) await database.query(sql)
    const seen = (await check(call ? [call] : [])).count(kind) > 0
    await database.query('rollback')
    if (!seen) violations.add('break_not_seen', kind)
    say(`${kind}: ${seen ? 'seen' : 'NOT SEEN'} (${sql ?? JSON.stringify(call)})`)
  }
  await database.end()
  const covered = new Set(BREAKS.map(({ kind }) => kind))
  for (const kind of INVARIANT_KINDS) if (!covered.has(kind)) violations.add('kind_without_control', kind)
  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  return { counts: { broken: BREAKS.length } }
})

function copyImage(): string {
  const changes = `jsonb_build_object('id', '${GHOST}', 'duplicate_key', repeat('0', 64))`
  return `insert into images select (jsonb_populate_record(i, ${changes})).* from images i where id = ${IMAGE}`
}

function step(from: string, to: string): string {
  return `insert into task_transitions (org_id, task_id, generation, from_status, to_status)
    select org_id, task_id, generation, '${from}', '${to}' from task_runs where task_id = ${TASK}`
}
