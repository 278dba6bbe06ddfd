import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  type Client,
  type ClientOptions,
  createClient,
  createDamage,
  createInspection,
  createReport,
  createView,
  getInspection,
  listImages,
  streamEvents,
  updateTask,
  uploadImage,
} from '../../sdk/src/walkaround.ts'
import { startFaultyProxy } from '../../testing/faulty-proxy.ts'
import { Harness } from '../../testing/harness.ts'
import { createBasePictures, vary } from '../../testing/pictures.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { setting } from '../../testing/stack.ts'
import { campaign, type Violations } from './campaign.ts'

const SIZES = {
  smoke: { rounds: 4, controls: 40 },
  small: { rounds: 20, controls: 40 },
  full: { rounds: 200, controls: 40 },
}
const LANES = 4
const PICTURES = 2
const ACCOUNT = 'alder-manager'
/** A watchdog: a stream that breaks is open again within seconds. */
const SETTLE_MS_MAX = 180_000
const KINDS = {
  facts: [
    'calls_failed',
    'things_lost',
    'things_doubled',
    'pictures_changed',
    'progress_wrong',
    'events_missed',
    'events_doubled',
    'control_blind',
    'process_ended',
  ],
  timed: [],
}

/** What a round was told that it has made. */
type Made = { round: string; inspection: string; images: Map<string, string>; damage: string; view: string }

/** The SDK over a line that breaks at random bytes: what it says is done is there once, and what is told is told once. */
export const sdk = campaign(KINDS, async ({ size, seed, violations, say, atEnd }) => {
  const plan = SIZES[size]
  const random = createRandom(seed)
  const harness = await Harness.open({ apis: 1, workers: 0 })
  atEnd(() => harness.close())
  const ca = readFileSync(setting(harness.ground.settings, 'STACK_CA_FILE'), 'utf8')
  setDefaultCACertificates([...getCACertificates(), ca])
  const proxy = await startFaultyProxy(harness.urls[0] ?? '', { nextCut: () => cutOf(random) })
  atEnd(() => proxy.close())
  let tokens = 0
  const options = {
    baseUrl: proxy.url,
    token: () => {
      tokens += 1
      return harness.tokens.of(ACCOUNT)
    },
    retries: 40,
    timeoutMs: 15_000,
  }
  const client = createClient(options)
  const pictures = await createBasePictures(random)

  const hangUp = new AbortController()
  const told: string[] = []
  const follower = follow(client, hangUp.signal, told)
  await begin(client, told)
  const made: Made[] = []
  let next = 0
  const lane = async () => {
    while (next < plan.rounds) {
      const round = `round ${next++}`
      try {
        made.push(await runRound(client, round, () => vary(random.pick(pictures), random), violations))
      } catch (error) {
        violations.add('calls_failed', `${round}: ${error}`)
      }
      if (made.length % 20 === 0) say(`${made.length} rounds, ${proxy.counts.cuts} connections cut`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await checkMade(harness, made, violations)
  const events = await checkTold(harness, told, violations)
  hangUp.abort()
  await follower
  const cuts = proxy.counts.cuts
  // Cuts that often fall into an answer: the service has done its work then, and the client does not know.
  const nextCut = () => Math.floor(random.between(3_000, 16_000))
  const worse = await startFaultyProxy(harness.urls[0] ?? '', { nextCut })
  atEnd(() => worse.close())
  const doubled = await control({ ...options, baseUrl: worse.url }, harness, plan.controls)
  if (doubled === 0) violations.add('control_blind', 'a client without keys has made nothing twice')
  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  say(
    `${made.length} rounds over ${proxy.counts.connections} connections, ${cuts} of them cut: ${violations.total} violations`,
  )
  return {
    counts: {
      rounds: made.length,
      connections: proxy.counts.connections,
      cuts,
      megabytes: Math.round(proxy.counts.bytes / 1e6),
      tokens,
      events,
      doubled_without_keys: doubled,
    },
  }
})

/**
 * In the handshake, in the middle of a picture, in an answer: spread over all sizes alike. No connection is spared, or all
 * calls would soon be on those that are.
 */
const cutOf = (random: Random): number => Math.floor(1_000 * 2 ** (random.next() * 11))

async function runRound(
  client: Client,
  round: string,
  pictureOf: () => { bytes: Buffer; sha256: string },
  violations: Violations,
): Promise<Made> {
  const { result: inspection } = await createInspection(client, { tasks: {}, additionalData: { round } })
  const images = new Map<string, string>()
  for (let n = 0; n < PICTURES; n++) {
    const { bytes, sha256 } = pictureOf()
    let isAll = false
    const onProgress = (step: { sentBytes: number; totalBytes: number }) => {
      isAll = step.sentBytes === step.totalBytes
    }
    const file = new Blob([new Uint8Array(bytes)])
    const { result } = await uploadImage(client, inspection, file, { additionalData: { n } }, { onProgress })
    if (!isAll) violations.add('progress_wrong', `${round}: the upload did not come to its end`)
    images.set(result, sha256)
  }
  const [imageId = ''] = images.keys()
  const { result: damage } = await createDamage(client, inspection, { damageType: 'dent', partType: 'hood' })
  const boundingBox = { xmin: 1, ymin: 1, width: 20, height: 20 }
  const { result: view } = await createView(client, inspection, { damageId: damage, imageId, boundingBox })
  await updateTask(client, inspection, 'compliances', { status: 'TODO' })
  await createReport(client, inspection)
  const { entities } = await getInspection(client, inspection)
  for (const [image, sha256] of images)
    if (entities.images[image]?.sha256 !== sha256) violations.add('pictures_changed', `${round}: ${image}`)
  let listed = 0
  for await (const image of listImages(client, inspection, { limit: 1 }))
    listed += images.has(image.id) ? 1 : 100
  if (listed !== PICTURES) violations.add('things_lost', `${round}: the list has ${listed} of its pictures`)
  return { round, inspection, images, damage, view }
}

/** Row by row: each thing that a round was told of is there, and nothing else of its kind. */
async function checkMade(harness: Harness, made: Made[], violations: Violations): Promise<void> {
  const compare = (what: string, wanted: string[], found: string[]) => {
    const there = Map.groupBy(found, (one) => one)
    for (const one of wanted) if (!there.has(one)) violations.add('things_lost', `${what} ${one}`)
    const known = new Set(wanted)
    for (const [one, all] of there)
      if (!known.has(one) || all.length > 1) violations.add('things_doubled', `${what} ${one}: ${all.length}`)
  }
  const found = async (sql: string) => (await harness.rows<{ one: string }>(sql)).map(({ one }) => one)
  const own = `inspections where additional_data->>'round' is not null`
  compare(
    'inspection',
    made.map(({ inspection }) => inspection),
    await found(`select id as one from ${own}`),
  )
  compare(
    'image',
    made.flatMap(({ images }) => [...images].map(([id, sha256]) => `${id} ${sha256}`)),
    await found(`select id || ' ' || sha256 as one from images where deleted_at is null`),
  )
  compare(
    'damage',
    made.map(({ damage }) => damage),
    await found('select id as one from damages'),
  )
  compare(
    'view',
    made.map(({ view }) => view),
    await found('select id as one from views'),
  )
  const inspections = made.map(({ inspection }) => inspection)
  compare('report', inspections, await found('select inspection_id as one from reports'))
  compare(
    'start',
    inspections,
    await found(
      `select tasks.inspection_id as one from tasks join task_runs on task_runs.task_id = tasks.id where tasks.name = 'compliances'`,
    ),
  )
}

async function follow(client: Client, signal: AbortSignal, told: string[]): Promise<void> {
  for await (const event of streamEvents(client, { ownershipFilter: 'organization_resources' }, { signal }))
    if ('id' in event) told.push(event.id)
}

/** A stream begins with what happens from now on: it is open once it tells of something. */
async function begin(client: Client, told: string[]): Promise<void> {
  while (told.length === 0) {
    await createInspection(client, { tasks: {} })
    await delay(200)
  }
}

/** The stream has told everything since its first event, once, in order. */
async function checkTold(harness: Harness, told: string[], violations: Violations): Promise<number> {
  const query = `select id::text, position from events where position >= (select position from events where id = $1) order by position`
  const untilMs = performance.now() + SETTLE_MS_MAX
  let happened = await harness.rows<{ id: string }>(query, [told[0]])
  while (told.length < happened.length && performance.now() < untilMs) {
    await delay(200)
    happened = await harness.rows<{ id: string }>(query, [told[0]])
  }
  if (told.length < happened.length) console.log(`hung after ${SETTLE_MS_MAX / 1_000} s: events are missing`)
  const seen = new Set(told)
  for (const { id } of happened) if (!seen.has(id)) violations.add('events_missed', id)
  if (seen.size !== told.length) violations.add('events_doubled', `${told.length - seen.size} events`)
  const order = happened.map(({ id }) => id).filter((id) => seen.has(id))
  if (order.join() !== [...seen].join()) violations.add('events_missed', 'the order is another one')
  return told.length
}

/** A client that does not name its writes: if it doubles nothing, nothing was tested. */
async function control(options: ClientOptions, harness: Harness, count: number): Promise<number> {
  const careless = createClient({
    ...options,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.delete('idempotency-key')
      return fetch(input, { ...init, headers })
    },
  })
  for (let n = 0; n < count; n++)
    await createInspection(careless, { tasks: {}, additionalData: { careless: `${n}` } })
  const rows = await harness.rows<{ n: string }>(
    `select additional_data->>'careless' as n from inspections where additional_data->>'careless' is not null`,
  )
  return rows.length - new Set(rows.map(({ n }) => n)).size
}
