import { setTimeout as delay } from 'node:timers/promises'
import { Harness } from '../../testing/harness.ts'
import { freePorts } from '../../testing/ports.ts'
import { median, residentMb } from '../../testing/processes.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { setting } from '../../testing/stack.ts'
import { campaign, Violations } from './campaign.ts'
import { collectGarbage } from './garbage.ts'
import { StreamClient } from './stream-client.ts'
import { StreamWriter, type Target } from './stream-writer.ts'

const SIZES = {
  smoke: { streams: 40, inspections: 6, steadyS: 1, reconnects: 4, kills: 1, chaosS: 2 },
  small: { streams: 200, inspections: 20, steadyS: 6, reconnects: 10, kills: 1, chaosS: 5 },
  full: { streams: 1_000, inspections: 50, steadyS: 60, reconnects: 50, kills: 5, chaosS: 60 },
} as const
const EVENTS_PER_S = 20
const KB_EACH_MAX = 60
const P99_MS_MAX = 500
/** One stream in twenty hears the whole organization, the others one inspection each. */
const ORGANIZATION_EVERY = 20
const OPEN_AT_ONCE = 50
const SETTLE_MS_MAX = 60_000
const READY_MS_MAX = 120_000
const CONTROL = { streams: 5, events: 40, dropEvery: 7 }
const KINDS = {
  facts: [
    'process_ended',
    'events_missed',
    'events_doubled',
    'events_out_of_order',
    'events_of_others',
    'streams_reset',
    'streams_refused',
    'listeners_wrong',
    'control_blind',
  ],
  timed: ['memory_too_high', 'latency_too_high'],
}

/** Many open streams on one API process: what they cost, how late they are, and that none misses or doubles an event. */
export const streams = campaign(KINDS, async ({ size, seed, violations, say, atEnd }) => {
  const plan = SIZES[size]
  const random = createRandom(seed)
  const [inspectorPort = 0] = await freePorts(1)
  const harness = await Harness.open({
    apis: 1,
    workers: 0,
    nodeArgs: [`--inspect=127.0.0.1:${inspectorPort}`],
    // As behind a proxy that ends TLS: what the library of TLS keeps for each connection is not what is measured.
    settings: { EVENT_STREAMS_PER_CALLER_MAX: '5000', TLS_CERTIFICATE_FILE: '', TLS_KEY_FILE: '' },
  })
  atEnd(() => harness.close())
  const [api] = harness.apis
  if (!api) throw new Error('there is no API process')
  const usedKb = async () => {
    await collectGarbage(inspectorPort)
    return residentMb(api.pid) * 1024
  }
  const targets = await createTargets(harness, plan.inspections)
  const writer = await StreamWriter.open(setting(harness.ground.settings, 'DATABASE_URL'), targets)
  atEnd(() => writer.close())

  // Code, caches and connections are there before memory is read.
  const warm = openers(harness, targets, random, plan.streams / 10)
  await openAll(warm)
  await writer.write(10, EVENTS_PER_S)
  for (const client of warm) client.stop()
  await delay(500)
  const beforeKb = await usedKb()

  const clients = openers(harness, targets, random, plan.streams)
  atEnd(async () => {
    for (const client of clients) client.stop()
  })
  await openAll(clients)
  const idleKbEach = ((await usedKb()) - beforeKb) / plan.streams
  // Two slow events of a few seconds make a p99, and so does a machine that stood still.
  const { latencies, p99Ms } = await violations.measure('latency_too_high', writeSteadily, ({ p99Ms }) =>
    p99Ms > P99_MS_MAX ? `p99 is ${Math.round(p99Ms)} ms` : null,
  )
  const kbEach = await violations.measure(
    'memory_too_high',
    async () => ((await usedKb()) - beforeKb) / plan.streams,
    (kb) => (kb > KB_EACH_MAX ? `${kb.toFixed(1)} kB for each stream` : null),
  )
  const listeners = await countListeners(harness)
  if (listeners !== 1) violations.add('listeners_wrong', `${listeners} connections listen`)
  say(
    `${plan.streams} streams: ${idleKbEach.toFixed(1)} kB each, ${kbEach.toFixed(1)} kB after ${latencies.length} deliveries; ` +
      `latency p50 ${Math.round(median(latencies))} ms, p99 ${Math.round(p99Ms)} ms; ${listeners} listener`,
  )

  await runChaos()
  await settle(harness, clients)
  const checked = await checkAll(harness, clients, violations)
  say(`${clients.length} streams were told ${checked} events over ${countConnects()} connects`)
  for (const client of clients) client.stop()
  await runControl()

  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  const round = (value: number) => Number(value.toFixed(1))
  const counts = {
    streams: plan.streams,
    events: writer.committedMs.size,
    told: checked,
    kb_each_idle: round(idleKbEach),
    kb_each: round(kbEach),
    latency_p50_ms: round(median(latencies)),
    latency_p99_ms: round(p99Ms),
    latency_max_ms: round(percentile(latencies, 1)),
    commit_p99_ms: round(percentile(writer.commitsMs, 0.99)),
    deliveries_measured: latencies.length,
    listeners,
    reconnects: plan.reconnects,
    kills: plan.kills,
    connects: countConnects(),
  }
  return { counts }

  function countConnects(): number {
    return clients.reduce((sum, client) => sum + client.connects, 0)
  }

  /** How long each event of some seconds took from its commit to each client. */
  async function writeSteadily(): Promise<{ latencies: number[]; p99Ms: number }> {
    const before = new Set(writer.committedMs.keys())
    await writer.write(plan.steadyS * EVENTS_PER_S, EVENTS_PER_S)
    await settle(harness, clients)
    const latencies = latenciesOf(clients, writer, before)
    return { latencies, p99Ms: percentile(latencies, 0.99) }
  }

  /** Clients lose their connection and the process is killed while events go on. */
  async function runChaos(): Promise<void> {
    const writing = writer.write(plan.chaosS * EVENTS_PER_S, EVENTS_PER_S)
    // When this fails first, the writer's own failure is of no interest.
    writing.catch(() => {})
    const stepMs = (plan.chaosS * 1_000) / (plan.reconnects + plan.kills)
    const killEvery = Math.floor((plan.reconnects + plan.kills) / plan.kills)
    let killed = 0
    for (let n = 1; n <= plan.reconnects + plan.kills; n++) {
      if (killed < plan.kills && n % killEvery === 0) {
        killed += 1
        await api?.end('SIGKILL')
        api?.start()
        await api?.waitReady(READY_MS_MAX)
      } else random.pick(clients).cut()
      await delay(stepMs)
    }
    await writing
    say(`${plan.reconnects} streams were cut and the process killed ${killed} times while events went on`)
  }

  /** Seen red: a hub that loses an event now and then must be noticed by the same check. */
  async function runControl(): Promise<void> {
    const mutant = await harness.startApi('server/test/api-dropping.ts', [`${CONTROL.dropEvery}`])
    const broken = openers(harness, targets, random, CONTROL.streams, mutant.url)
    await openAll(broken)
    await writer.write(CONTROL.events, EVENTS_PER_S)
    await delay(1_500)
    const seen = new Violations()
    await checkAll(harness, broken, seen)
    for (const client of broken) client.stop()
    await mutant.api.end('SIGKILL')
    if (seen.count('events_missed') === 0)
      violations.add('control_blind', 'a hub that loses events is not noticed')
    say(
      `control: ${seen.count('events_missed')} of ${CONTROL.streams} streams of a hub that loses events noticed`,
    )
  }
})

async function createTargets(harness: Harness, count: number): Promise<Target[]> {
  const client = harness.createClient('owner', 'alder-member', harness.urls.map(withoutTls))
  const targets: Target[] = []
  for (let n = 0; n < count; n++) {
    const inspection_id = await client.createInspection()
    if (!inspection_id) throw new Error('an inspection was not created')
    targets.push({ org_id: 'org_alder', inspection_id })
  }
  return targets
}

function openers(
  harness: Harness,
  targets: readonly Target[],
  random: Random,
  count: number,
  url = harness.urls[0] ?? '',
): StreamClient[] {
  return Array.from({ length: count }, (_, n) => {
    const id = targets[n % targets.length]?.inspection_id
    const path =
      n % ORGANIZATION_EVERY === 0
        ? '/v1/events?ownership_filter=organization_resources'
        : `/v1/inspections/${id}/events`
    const token = () => harness.tokens.of('alder-manager')
    return new StreamClient({ url: withoutTls(url), path, token, pauseMs: () => random.between(50, 1_500) })
  })
}

const withoutTls = (url: string) => url.replace(/^https:/, 'http:')

async function openAll(clients: StreamClient[]): Promise<void> {
  for (let n = 0; n < clients.length; n += OPEN_AT_ONCE)
    await Promise.all(clients.slice(n, n + OPEN_AT_ONCE).map((client) => client.open()))
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}

/** How long each event but the earlier ones took from its commit to each client, sorted. */
function latenciesOf(clients: StreamClient[], writer: StreamWriter, earlier: ReadonlySet<string>): number[] {
  return clients
    .flatMap((client) => client.received.filter(({ event_id }) => !earlier.has(event_id)))
    .map(({ event_id, atMs }) => Math.max(0, atMs - (writer.committedMs.get(event_id) ?? Number.NaN)))
    .filter((ms) => !Number.isNaN(ms))
    .toSorted((a, b) => a - b)
}

type Happened = { id: string; position: number; inspection_id: string }

/** What each client must have been told, by its path. */
async function listExpected(harness: Harness): Promise<(client: StreamClient) => string[]> {
  const rows = await harness.rows<Happened>(
    `select id, position::float8 as position, inspection_id from events
     where org_id = 'org_alder' and position is not null order by position`,
  )
  return (client) => {
    const inspection = /inspections\/([^/]+)\//.exec(client.path)?.[1]
    return rows
      .filter(({ position }) => position > client.beganAt)
      .filter(({ inspection_id }) => inspection === undefined || inspection_id === inspection)
      .map(({ id }) => id)
  }
}

/** Waits until every client has what it must have, or none has been told anything for so long. */
async function settle(harness: Harness, clients: StreamClient[]): Promise<void> {
  let most = 0
  let untilMs = performance.now() + SETTLE_MS_MAX
  while (performance.now() < untilMs) {
    const expectedOf = await listExpected(harness)
    if (clients.every((client) => client.received.length >= expectedOf(client).length)) return
    const told = clients.reduce((sum, client) => sum + client.received.length, 0)
    if (told > most) untilMs = performance.now() + SETTLE_MS_MAX
    most = Math.max(most, told)
    await delay(200)
  }
  console.log(`hung after ${SETTLE_MS_MAX / 1_000} s in which no stream was told anything`)
}

async function checkAll(harness: Harness, clients: StreamClient[], violations: Violations): Promise<number> {
  let told = 0
  const expectedOf = await listExpected(harness)
  for (const client of clients) {
    const expected = expectedOf(client)
    const got = client.received.map(({ event_id }) => event_id)
    told += got.length
    const [want, have] = [new Set(expected), new Set(got)]
    const missed = expected.filter((id) => !have.has(id)).length
    const foreign = got.filter((id) => !want.has(id)).length
    const about = `${client.path} after ${client.connects} connects`
    if (missed > 0) violations.add('events_missed', `${missed} of ${expected.length}: ${about}`)
    if (foreign > 0) violations.add('events_of_others', `${foreign}: ${about}`)
    if (have.size < got.length) violations.add('events_doubled', `${got.length - have.size}: ${about}`)
    if (missed + foreign === 0 && have.size === got.length && expected.join() !== got.join())
      violations.add('events_out_of_order', about)
    if (client.resets > 0) violations.add('streams_reset', about)
    const refusals = client.refusals.filter((status) => status !== '503')
    if (refusals.length > 0) violations.add('streams_refused', `${refusals.join()}: ${about}`)
  }
  return told
}

/** Connections of the process that wait for hints. */
async function countListeners(harness: Harness): Promise<number> {
  const [row] = await harness.rows<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = $1 and application_name = 'walkaround api events'`,
    [harness.ground.name],
  )
  return row?.count ?? 0
}
