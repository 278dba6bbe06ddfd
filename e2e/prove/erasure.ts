import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import { type Campaign, Violations } from './campaign.ts'
import { type Erased, EraserClient, PLACES_MIN } from './eraser-client.ts'
import { Faults } from './faults.ts'
import { Harness } from './harness.ts'
import { runRounds } from './lanes.ts'
import { createBasePictures } from './pictures.ts'
import { waitForRest } from './quiescence.ts'
import { createRandom } from './random.ts'
import { listVersions, readStack, setting } from './stack.ts'
import { startStoreLine } from './store-line.ts'

const SIZES = {
  small: { inspections: 36, kept: 12, workerKills: 4, databaseKills: 1, apiKills: 1, storeOutages: 2 },
  full: { inspections: 700, kept: 200, workerKills: 60, databaseKills: 6, apiKills: 6, storeOutages: 20 },
}
const LANES = 4
/** An outage leaves an erasure to the job of the next minute. */
const DONE_MS_MAX = 240_000
const REST_MS_MAX = 120_000
const KINDS = ['erasure_open', 'canary_left', 'object_left', 'object_missing', 'row_missing', 'receipt_wrong']

/**
 * Inspections are made and erased, on request and by rules, while processes and engines are killed: afterwards nothing of what was erased is in any table,
 * any version of any object, any job or any file, and nothing else is missing.
 */
export const erasure: Campaign = async ({ size, seed, say, atEnd }) => {
  const plan = SIZES[size]
  const random = createRandom(seed)
  const violations = new Violations()
  const line = await startStoreLine(setting(readStack(), 'S3_ENDPOINT'))
  atEnd(() => line.close())
  const settings = { S3_ENDPOINT: line.url, UPLOAD_GRACE_S: '5' }
  const harness = await Harness.open({ apis: 1, workers: 2, settings })
  atEnd(() => harness.close())
  const { s3, name: bucket } = harness.ground
  // A delete then only adds a mark, and every version must be removed by its own name.
  await s3.send(
    new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } }),
  )

  const pictures = await createBasePictures(random)
  const client = new EraserClient(harness, random, pictures)
  await client.setRules()
  const erased: Erased[] = []
  const faults = new Faults({ harness, random, violations, say, line })
  const failing = faults.run(plan)
  await runRounds(plan.inspections, LANES, async (n) => {
    const made = await client.create(n)
    if (n >= plan.kept) erased.push(await client.erase(made))
    else if (n % 3 === 0) await client.hold(made)
  })
  await failing
  for (const process of [...harness.apis, ...harness.workers]) await process.waitReady(60_000)
  say(`${plan.inspections} inspections made, ${erased.length} of them to be erased; waiting for the rest`)

  const receipts = await waitForReceipts()
  await waitForRest(harness, REST_MS_MAX)
  checkReceipts(receipts)
  await checkRows()
  const objects = await checkObjects()
  checkFiles()
  violations.report(say)
  const counts = {
    inspections: plan.inspections,
    erasures: erased.length,
    worker_kills: faults.workerKills,
    database_kills: faults.databaseKills,
    api_kills: faults.apiKills,
    store_outages: faults.storeOutages,
    objects_left: objects,
  }
  return { ok: violations.total === 0, counts: { ...counts, ...violations.counts(KINDS) } }

  async function waitForReceipts(): Promise<{ inspections: string[] }[]> {
    const untilMs = performance.now() + DONE_MS_MAX
    for (;;) {
      const rows = await harness.rows<{ id: string; receipt: { inspections: string[] } | null }>(
        'select id, receipt from erasures',
      )
      const open = rows.filter(({ receipt }) => receipt === null)
      const receipts = rows.flatMap(({ receipt }) => receipt ?? [])
      const named = receipts.reduce((sum, { inspections }) => sum + inspections.length, 0)
      // What is left to the rules has no erasure before a worker makes one.
      if (open.length === 0 && named >= erased.length) return receipts
      if (performance.now() > untilMs) {
        for (const { id } of open) violations.add('erasure_open', id)
        return receipts
      }
      await delay(500)
    }
  }

  /** One receipt names each, and none names anything else. */
  function checkReceipts(receipts: { inspections: string[] }[]): void {
    const named = receipts.flatMap(({ inspections }) => inspections).sort()
    const wanted = erased.map(({ digest }) => digest).sort()
    if (JSON.stringify(named) !== JSON.stringify(wanted))
      violations.add('receipt_wrong', `${named.length} are named, ${wanted.length} were to be erased`)
  }

  async function checkRows(): Promise<void> {
    const tables = await harness.rows<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    )
    const texts = await Promise.all([
      ...tables.map(({ name }) => harness.rows<{ text: string }>(`select t::text as text from ${name} t`)),
      harness.jobRows<{ text: string }>('select t::text as text from pgboss.job t'),
    ])
    const everything = texts
      .flat()
      .map(({ text }) => text)
      .join('\n')
    for (const { canary } of erased)
      if (everything.includes(canary)) violations.add('canary_left', `${canary} in a row`)
    for (const { canary } of client.kept(erased)) {
      const places = everything.split(canary).length - 1
      if (places < PLACES_MIN) violations.add('row_missing', `${canary} in ${places} places`)
    }
  }

  /** As the store itself lists them, every version. Returns how many there are. */
  async function checkObjects(): Promise<number> {
    const versions = await listVersions(s3, bucket)
    const there = new Set(versions.map(({ Key = '' }) => Key.split('/')[1]))
    for (const { image } of erased) if (there.has(image)) violations.add('object_left', image)
    for (const { image } of client.kept(erased)) {
      const keys = versions.filter(({ Key = '' }) => Key.split('/')[1] === image)
      if (keys.length < 3) violations.add('object_missing', `${image}: ${keys.length} of 3`)
    }
    const known = await harness.rows<{ id: string }>(
      'select id from images union all select image_id from uploads',
    )
    const ids = new Set(known.map(({ id }) => id))
    for (const id of there) if (id && !ids.has(id)) violations.add('object_left', `${id} belongs to nothing`)
    return versions.length
  }

  /** Temporary files and logs of all processes. */
  function checkFiles(): void {
    const canaries = erased.map(({ canary }) => Buffer.from(canary))
    for (const name of readdirSync(harness.folder, { recursive: true, encoding: 'utf8' })) {
      if (name.startsWith('history')) continue
      const file = join(harness.folder, name)
      try {
        const bytes = readFileSync(file)
        if (canaries.some((canary) => bytes.includes(canary))) violations.add('canary_left', `in ${name}`)
      } catch {
        // A folder, or a file that has gone meanwhile.
      }
    }
  }
}
