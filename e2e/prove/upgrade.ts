import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serverRoot } from '../../testing/ground.ts'
import { Harness } from '../../testing/harness.ts'
import type { Call } from '../../testing/history.ts'
import { createBasePictures } from '../../testing/pictures.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { startStoreLine } from '../../testing/store-line.ts'
import { campaign } from './campaign.ts'
import { checkAftermath } from './check-aftermath.ts'
import { Faults } from './faults.ts'
import { INVARIANT_KINDS } from './invariants.ts'
import { Load } from './load.ts'
import { checkOutPreviousVersion, listNewMigrations } from './previous-version.ts'
import { waitForRest } from './quiescence.ts'
import { watchWaits } from './watch-waits.ts'
import { WISH_KINDS } from './wishes.ts'

const SIZES = {
  smoke: { inspections: 200, workerKills: 1, apiKills: 1 },
  small: { inspections: 5_000, workerKills: 4, apiKills: 2 },
  full: { inspections: 1_000_000, workerKills: 20, apiKills: 6 },
}
const WAIT_MS_MAX = 1_000
const CLERK_PACE_MS = 200
/** How long nothing happens but the load, before the migration and behind it. */
const CALM_MS = { smoke: 500, small: 3_000, full: 3_000 }
const REST_MS_MAX = 180_000
const KINDS = [
  'errors_before_kills',
  'server_errors',
  'process_ended',
  'rest_not_reached',
  'tasks_in_error',
  'seen_going_back',
]
const run = promisify(execFile)
const program = (role: string) => join(serverRoot, `server/src/${role}.ts`)

/**
 * From the previous version to this one as an operator does it, under load: migrate, run both versions side by side, kill
 * processes of both, end the old ones. Nobody gets an error from a migration, and nothing is lost or doubled.
 */
export const upgrade = campaign(
  { facts: [...KINDS, ...WISH_KINDS, ...INVARIANT_KINDS], timed: ['writer_waited'] },
  async ({ size, seed, violations, say, atEnd }) => {
    const plan = SIZES[size]
    const folder = mkdtempSync(join(tmpdir(), 'walkaround-previous-'))
    atEnd(async () => rmSync(folder, { recursive: true, force: true }))
    const previous = await checkOutPreviousVersion(folder)
    if (!previous)
      throw new Error(
        'This clone has no history, so there is no previous version. Fetch it: git fetch --unshallow --tags',
      )
    const migrations = await listNewMigrations(previous)
    say(`previous version: ${previous}; new migrations: ${migrations.join(', ') || 'none'}`)

    const random = createRandom(seed)
    const pictures = await createBasePictures(random)
    const line = await startStoreLine()
    atEnd(() => line.close())
    let opened: Harness | undefined
    let endLook = async () => {}
    atEnd(async () => opened?.close())
    const { harness, stopUsers, load, fromMs, toMs, waits } = await violations.measure(
      'writer_waited',
      migrateUnderLoad,
      ({ waits }) =>
        waits.longestMs > WAIT_MS_MAX ? `${Math.round(waits.longestMs)} ms behind ${waits.behind}` : null,
    )
    const migrate_s = Number(((toMs - fromMs) / 1000).toFixed(1))
    const { calls } = harness.history
    const during = calls.filter(({ start, end }) => end >= fromMs && start <= toMs)
    const longest_lock_wait_ms = Math.round(waits.longestMs)
    say(
      `migrated in ${migrate_s} s: ${during.length} calls meanwhile, longest wait for a lock ${longest_lock_wait_ms} ms`,
    )

    await Promise.all([harness.addApi(program('api')), harness.startWorker(program('worker'))])
    await delay(CALM_MS[size])
    judgeErrors(calls, fromMs)
    const [oldApi] = harness.apis
    const [oldWorker] = harness.workers
    const faults = new Faults({ harness, random, violations, say, line })
    await faults.run({ ...plan, databaseKills: 0, storeOutages: 0 })
    for (const process of [...harness.apis, ...harness.workers]) await process.waitReady()
    say('both versions ran side by side; ending the old one')
    await oldWorker?.end('SIGTERM')
    harness.urls.shift()
    await oldApi?.end('SIGTERM')
    await delay(2_000)
    await stopUsers()
    // A process that is killed gives no answer; one that stops says 503.
    for (const call of calls.filter(({ status }) => status === 500))
      violations.add('server_errors', JSON.stringify(call))

    const left = await waitForRest(harness, REST_MS_MAX)
    if (left.tasks + left.jobs > 0)
      violations.add(
        'rest_not_reached',
        `hung after ${REST_MS_MAX / 1_000} s without progress: ${left.tasks} tasks and ${left.jobs} jobs are left`,
      )
    const { found, wishes } = await checkAftermath(harness, load, violations)
    for (const line of violations.total > 0 ? harness.logLines(/"level":(50|60)/) : []) say(line)
    const counts = {
      ...{ previous, migrations, rows_inspections: plan.inspections, migrate_s },
      ...{ longest_lock_wait_ms, calls_while_migrating: during.length },
      slowest_call_before_s: slowest(calls.filter(({ end }) => end < fromMs)),
      slowest_call_while_migrating_s: slowest(during),
      ...{ worker_kills: faults.workerKills, api_kills: faults.apiKills },
      ...{ inspections: load.inspections, calls: calls.length },
      ...wishes,
      ...found,
    }
    return { counts }

    /** A database is migrated once: each look has an installation of its own, and the last one goes on. */
    async function migrateUnderLoad(look: number) {
      await endLook()
      const settings = { S3_ENDPOINT: line.url }
      const harness = await Harness.open({ apis: 1, workers: 1, settings, root: folder })
      opened = harness
      await fill(harness, plan.inspections)
      say(`look ${look}: ${plan.inspections} inspections are there`)
      const load = new Load({ harness, random, pictures, clients: 4, keyed: 2 })
      const clerks = [startLooking(harness), startCorrecting(harness, random, plan.inspections)]
      await delay(CALM_MS[size])
      const stopWatching = watchWaits(harness)
      const fromMs = Date.now()
      await run(process.execPath, [program('migrate')], {
        env: { ...process.env, ...harness.ground.settings },
      })
      const toMs = Date.now()
      const waits = await stopWatching()
      const stopUsers = async () => void (await Promise.all([load, ...clerks].map((user) => user.stop())))
      endLook = async () => {
        await stopUsers()
        judgeErrors(harness.history.calls, fromMs)
        opened = undefined
        await harness.close()
      }
      return { harness, stopUsers, load, fromMs, toMs, waits }
    }

    function judgeErrors(calls: readonly Call[], fromMs: number): void {
      for (const call of calls.filter(({ end }) => end >= fromMs).filter(isError))
        violations.add('errors_before_kills', JSON.stringify(call))
    }
  },
)

/** Users with keys hang up on purpose, and hear that their first attempt is still running. */
function isError({ client, status, outcome }: Call): boolean {
  return status >= 500 || (!client.startsWith('keyed-') && outcome !== 'ok')
}

function slowest(calls: readonly Call[]): number {
  return calls.reduce((most, { start, end }) => Math.max(most, end - start), 0) / 1000
}

type Clerk = { stop: () => Promise<void> }

/** Somebody looks at the list all the time. */
function startLooking(harness: Harness): Clerk {
  const client = harness.createClient('list', 'alder-manager')
  return repeat(() => client.get('/v1/inspections?limit=50'))
}

/** Somebody corrects vehicles from before: the rows that a migration goes through. */
function startCorrecting(harness: Harness, random: Random, inspections: number): Clerk {
  const client = harness.createClient('correct', 'alder-manager')
  return repeat(() => {
    const n = 1 + random.below(inspections)
    return client.updateVehicle(fillerId(n), { plate: `cd-${n}` })
  })
}

function repeat(act: () => Promise<unknown>): Clerk {
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      await act()
      await delay(CLERK_PACE_MS)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

const fillerId = (n: number) => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** An installation that has been used: each inspection with its task, a vehicle, and an event that was told long ago. */
async function fill(harness: Harness, count: number): Promise<void> {
  const id = `('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const from = `from generate_series(1, ${count}) n`
  const rows = {
    inspections: `(org_id, id, owner_id, creator_id) select 'org_alder', ${id}, 'filler', 'filler'`,
    tasks: `(org_id, inspection_id, id, name) select 'org_alder', ${id}, ${id}, 'compliances'`,
    vehicles: `(org_id, inspection_id, id, plate, vin)
      select 'org_alder', ${id}, ${id}, 'ab-' || n, 'WVWZZZ1KZ' || lpad(n::text, 8, '0')`,
    events: `(org_id, inspection_id, id, type, payload, position)
      select 'org_alder', ${id}, ${id}, 'inspection.created', '{}', nextval('event_positions')`,
  }
  for (const [table, columnsAndValues] of Object.entries(rows)) {
    await harness.rows(`alter table ${table} disable trigger user`)
    await harness.rows(`insert into ${table} ${columnsAndValues} ${from}`)
    await harness.rows(`alter table ${table} enable trigger user`)
    await harness.rows(`analyze ${table}`)
  }
}
