import { setTimeout as delay } from 'node:timers/promises'
import { PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { FEW_PICTURES, Harness } from '../../testing/harness.ts'
import { createBasePictures } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import { startStoreLine } from '../../testing/store-line.ts'
import { campaign, type Size } from './campaign.ts'
import { EraserClient, type Made, ORGANIZATIONS } from './eraser-client.ts'
import { checkCaches, checkErased, checkFiles, checkObjects, checkRows } from './erasure-checks.ts'
import { type FaultPlan, Faults } from './faults.ts'
import { runRounds } from './lanes.ts'
import { Operator } from './operator.ts'
import { waitForRest } from './quiescence.ts'

type Plan = {
  inspections: number
  workers: number
  before: FaultPlan
  after: FaultPlan
  /** Whether the campaign moves on what the service does once a minute, or waits for it. */
  hurries: boolean
}

const SIZES: Record<Size, Plan> = {
  smoke: {
    inspections: 9,
    workers: 1,
    before: { workerKills: 1, databaseKills: 0, apiKills: 0, storeOutages: 0 },
    after: { workerKills: 0, databaseKills: 0, apiKills: 0, storeOutages: 1 },
    hurries: true,
  },
  small: {
    inspections: 36,
    workers: 2,
    hurries: false,
    before: { workerKills: 3, databaseKills: 1, apiKills: 1, storeOutages: 1 },
    after: { workerKills: 1, databaseKills: 0, apiKills: 0, storeOutages: 1 },
  },
  full: {
    inspections: 720,
    workers: 2,
    hurries: false,
    before: { workerKills: 40, databaseKills: 4, apiKills: 4, storeOutages: 12 },
    after: { workerKills: 20, databaseKills: 2, apiKills: 2, storeOutages: 8 },
  },
}
const LANES = 4
const CERTAIN = 2
/** Of so many in a row, the first few are kept. */
const KEPT = { of: 7, first: 2 }
/** An outage leaves an erasure to the job of the next minute, a killed worker to the end of its lease. */
const DONE_MS_MAX = 900_000
const REST_MS_MAX = 300_000
/** Instead of the ten seconds of the service, in which a smoke is half over. */
const HEARTBEAT_S = 3
const OPERATOR_TRIES = 20
const FACTS = [
  'process_ended',
  'erasure_open',
  'canary_left',
  'id_left',
  'object_left',
  'object_missing',
  'row_missing',
  'receipt_wrong',
  'backup_not_whole',
  'nothing_came_back',
]
const TIMED = ['ready_too_late']

/**
 * Inspections are made and erased, on request and by rules, while processes and engines are killed. In the middle the database goes back to a backup, and the
 * receipts are applied again. Afterwards nothing of what was erased is in any table, any version of any object, any job or any file, and nothing else is missing.
 */
export const erasure = campaign(
  { facts: FACTS, timed: TIMED },
  async ({ size, seed, count, violations, say, atEnd }) => {
    const plan = planFor(SIZES[size], count)
    const random = createRandom(seed)
    const line = await startStoreLine()
    atEnd(() => line.close())
    const few = size === 'smoke' ? FEW_PICTURES : {}
    const settings = { S3_ENDPOINT: line.url, UPLOAD_GRACE_S: '5', ...few }
    const heartbeatS = plan.hurries ? HEARTBEAT_S : null
    const harness = await Harness.open({ apis: 1, workers: plan.workers, heartbeatS, settings })
    atEnd(() => harness.close())
    const { s3, name: bucket } = harness.ground
    // A delete then only adds a mark, and every version must be removed by its own name.
    await s3.send(
      new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } }),
    )
    const operator = new Operator(harness)
    atEnd(() => operator.close())
    const client = new EraserClient(harness, random, await createBasePictures(random))
    await client.setUp()
    const afterWorkerKill = plan.hurries ? () => endLeases(harness) : undefined
    const faults = new Faults({ harness, random, violations, say, line, afterWorkerKill })

    const third = Math.floor(plan.inspections / 3)
    const erased: Made[] = []
    const kept: Made[] = []
    const later: Made[] = []
    const erase = async (made: Made) => {
      erased.push(made)
      await client.erase(made)
    }
    const make = (from: number, isWhole: boolean, isLater: (n: number) => boolean) => async (n: number) => {
      const made = await client.create(n)
      const isKept = n % KEPT.of < KEPT.first
      if (!isKept && isLater(n)) later.push(made)
      else if (!isKept) await erase(made)
      // What comes after the backup is lost with the database.
      else if (isWhole) kept.push(made)
      if (isKept && (n + from) % 3 === 0) await client.hold(made)
    }

    const failing = faults.run(plan.before)
    await runRounds(
      third,
      LANES,
      make(0, true, (n) => n % 2 === 0),
    )
    // In the backup for certain, and erased after it.
    const certain = later.splice(0, CERTAIN)
    const backingUp = tryAgain('the backup', () => operator.backUp())
    await runRounds(third, LANES, async (n) => {
      const old = later.pop()
      if (old) await erase(old)
      await make(third, false, () => false)(n + third)
    })
    for (const old of later.splice(0)) await erase(old)
    await backingUp
    for (const old of certain) await erase(old)
    await failing
    await waitReady()
    const asked = [...erased]
    const receipted = await keepReceipts(certain)

    const restoredMs = performance.now()
    await operator.restore()
    await harness.setHeartbeat(heartbeatS)
    const restore_s = Number(((performance.now() - restoredMs) / 1000).toFixed(1))
    const back = await listBack()
    const picturesBack = new Set(
      (await harness.rows<{ id: string }>('select id from images')).map(({ id }) => id),
    )
    // Otherwise the restore has shown nothing.
    if (!asked.some(({ id, digest }) => back.has(id) && receipted.has(digest)))
      violations.add('nothing_came_back', 'no inspection with a receipt is back')
    say(`${erased.length} erasures, ${receipted.size} receipts outside, ${back.size} inspections are back`)

    const failingAgain = faults.run(plan.after)
    const erasingAgain = eraseAgain()
    await runRounds(plan.inspections - 2 * third, LANES, (n) => make(0, true, () => false)(n + 2 * third))
    await erasingAgain
    await failingAgain
    await faults.judgeReady()
    await waitReady()
    say(`${plan.inspections} inspections made, ${erased.length} of them to be erased; waiting for the rest`)

    const named = await waitForReceipts()
    await waitForRest(harness, REST_MS_MAX)
    checkReceipts(named)
    // A restore may bring objects back whose rows it does not bring: no erasure knows of them.
    const ofReceipts = erased.filter(
      (made) => named.has(made.digest) && (picturesBack.has(made.image) || !asked.includes(made)),
    )
    await checkErased({ harness, violations }, ofReceipts)
    const verified = await operator.eraseExtra().catch((error: unknown) => {
      violations.add('backup_not_whole', String(error))
      return ''
    })
    const checked = { harness, violations, erased, kept }
    await checkRows(checked)
    const objects_left = await checkObjects(checked)
    const pictures_asked_for = await checkCaches(checked)
    await checkFiles(checked)
    const counts = {
      inspections: plan.inspections,
      erasures: erased.length,
      by_rule: client.byRule,
      erased_again: [...erased].filter(({ id }) => back.has(id)).length,
      worker_kills: faults.workerKills,
      database_kills: faults.databaseKills,
      api_kills: faults.apiKills,
      store_outages: faults.storeOutages,
      restore_s,
      kept: kept.length,
      objects_left,
      pictures_asked_for,
      verified,
    }
    return { counts }

    async function waitReady(): Promise<void> {
      for (const process of [...harness.apis, ...harness.workers]) await process.waitReady()
    }

    /** What the backup has brought back. */
    async function listBack(): Promise<Set<string>> {
      return new Set((await harness.rows<{ id: string }>('select id from inspections')).map(({ id }) => id))
    }

    /** Receipts are applied by the operator. Whoever got none asks again, unless the inspection is lost. */
    async function eraseAgain(): Promise<void> {
      for (const organization of ORGANIZATIONS)
        await tryAgain('receipts', () => operator.replayReceipts(organization))
      for (const made of asked) if (back.has(made.id) && !receipted.has(made.digest)) await client.erase(made)
    }

    /** What a person at a terminal does when a command fails. */
    async function tryAgain(what: string, command: () => Promise<void>): Promise<void> {
      for (let n = 1; ; n++) {
        try {
          return await command()
        } catch (cause) {
          if (n === OPERATOR_TRIES) throw new Error(`${what}: failed ${n} times`, { cause })
          await delay(1_000)
        }
      }
    }

    /** The digests that receipts outside name: once one of these is among them, so that the restore brings back something that a receipt names. */
    async function keepReceipts(certain: readonly Made[]): Promise<Set<string>> {
      const untilMs = performance.now() + DONE_MS_MAX
      const isNamed = async () => {
        const rows = await readReceipts()
        const named = new Set(rows.flatMap(({ receipt }) => receipt?.inspections ?? []))
        return certain.some(({ digest }) => named.has(digest))
      }
      while (!(await isNamed()) && performance.now() < untilMs) {
        await hurry()
        await delay(500)
      }
      for (const organization of ORGANIZATIONS)
        await tryAgain('receipts', () => operator.keepReceipts(organization))
      return operator.digests()
    }

    async function readReceipts() {
      return harness.rows<{ id: string; receipt: { inspections: string[] } | null }>(
        'select id, receipt from erasures',
      )
    }

    /** What a schedule does once a minute. */
    async function hurry(): Promise<void> {
      if (!plan.hurries) return
      for (const job of ['continue_erasures', 'apply_retention']) await harness.runScheduled(job)
    }

    async function waitForReceipts(): Promise<Set<string>> {
      const untilMs = performance.now() + DONE_MS_MAX
      for (;;) {
        const rows = await readReceipts()
        const open = rows.filter(({ receipt }) => receipt === null)
        const there = await listBack()
        // What is left to the rules has no erasure before a worker makes one.
        const isDone = open.length === 0 && !erased.some(({ id }) => there.has(id))
        if (isDone || performance.now() > untilMs) {
          for (const { id } of open)
            violations.add('erasure_open', `hung after ${DONE_MS_MAX / 1_000} s: ${id}`)
          return new Set([...receipted, ...rows.flatMap(({ receipt }) => receipt?.inspections ?? [])])
        }
        await hurry()
        await delay(500)
      }
    }

    /** Each is named by one, unless a restore has lost it; and nothing else is. */
    function checkReceipts(named: Set<string>): void {
      const wanted = new Set(erased.map(({ digest }) => digest))
      for (const digest of named)
        if (!wanted.has(digest)) violations.add('receipt_wrong', `${digest} is named`)
      const lost = new Set(asked.filter(({ id }) => !back.has(id)).map(({ digest }) => digest))
      for (const digest of wanted)
        if (!named.has(digest) && !lost.has(digest)) violations.add('receipt_wrong', `${digest} is not named`)
    }
  },
)

/** Of another number of inspections, with faults in proportion. */
function planFor(plan: Plan, count: number | null): Plan {
  if (count === null) return plan
  const scale = (faults: FaultPlan): FaultPlan => ({
    workerKills: Math.ceil((faults.workerKills * count) / plan.inspections),
    databaseKills: Math.ceil((faults.databaseKills * count) / plan.inspections),
    apiKills: Math.ceil((faults.apiKills * count) / plan.inspections),
    storeOutages: Math.ceil((faults.storeOutages * count) / plan.inspections),
  })
  return { ...plan, inspections: count, before: scale(plan.before), after: scale(plan.after) }
}

/** Those of the only worker, which has been killed: nobody waits until they are over. */
async function endLeases(harness: Harness): Promise<void> {
  await harness.rows('update erasures set leased_until = now() where leased_until is not null')
}
