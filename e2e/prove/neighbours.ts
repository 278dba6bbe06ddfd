import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FEW_PICTURES, Harness } from '../../testing/harness.ts'
import type { ServerProcess } from '../../testing/processes.ts'
import { PUBLIC } from '../../testing/public-address.ts'
import { createRandom } from '../../testing/random.ts'
import { type Count, campaign } from './campaign.ts'
import { figuresOf, percentile, Scale } from './neighbour-figures.ts'
import { ABUSES, type AbuseName, type Tally, type Target } from './neighbour-target.ts'
import { type Peaks, Watch } from './neighbour-watch.ts'
import { type Sample, Work } from './neighbour-work.ts'
import { callerOf, createWorld, LARGE_WORLD, SMALL_WORLD } from './neighbour-world.ts'
import { Receivers } from './webhook-receivers.ts'

const SIZES = {
  // Counts alone: who was failed, what was left on disk. Of so few pieces of work no share says anything.
  smoke: {
    share: 0.8,
    ratioMax: 8,
    abuseMs: 800,
    leastPieces: 6,
    baselineMs: 500,
    warmUpMs: 0,
    restMs: 0,
    patienceMs: 120_000,
    abuses: 5,
    world: SMALL_WORLD,
  },
  small: {
    // Of twenty pieces of work one decides a p95: this size finds starvation, the full one judges a factor of three.
    share: 0.8,
    ratioMax: 8,
    abuseMs: 1_500,
    leastPieces: 20,
    baselineMs: 1_000,
    warmUpMs: 1_000,
    restMs: 2_000,
    patienceMs: 90_000,
    abuses: ABUSES.length,
    world: LARGE_WORLD,
  },
  full: {
    share: 0.95,
    ratioMax: 3,
    abuseMs: 22_000,
    leastPieces: 100,
    baselineMs: 6_000,
    warmUpMs: 5_000,
    restMs: 40_000,
    patienceMs: 120_000,
    abuses: ABUSES.length,
    world: LARGE_WORLD,
  },
}
/** Of the 2 GiB that the manifests allow. The more a machine answers at once, the more V8 takes before it collects: 580 to 720 were measured. */
const API_MB_MAX = 800
/** An abuse that looks too slow is looked at again: the machine may have been. Starvation stays. */
const LOOKS_MAX = 3
/** The crowd stands for machines elsewhere: it must not take the cores of the service, of which this machine has few. */
const CROWD_NICENESS = 10
/** A worker stands on a machine of its own, or at least behind the API; here it is measured on the same cores. */
const WORKER_NICENESS = 5
/** How long an abuse may take to begin. */
const SEEN_MS_MAX = 60_000
const PROGRAM = 'server/test/with-loopback-internet.ts'
/** Without the first of these a stranger's file would not be seen if it were there. */
const ALWAYS: readonly AbuseName[] = ['slow_bodies', 'strangers']
const FACTS = [
  'server_errors',
  'refused',
  'work_failed',
  'stranger_bytes',
  'process_ended',
  'abuse_idle',
  'control_blind',
]
const TIMED = ['too_slow', 'memory_too_high']

type Outcome = { name: AbuseName; samples: Sample[]; peaks: Peaks; tally: Tally; restMs: number }

/** One organization abuses the service in every way it can think of; its neighbour, at work meanwhile, must hardly notice. */
export const neighbours = campaign(
  { facts: FACTS, timed: TIMED },
  async ({ size, seed, violations, say, atEnd }) => {
    const plan = SIZES[size]
    const random = createRandom(seed)
    const receivers = await Receivers.open()
    atEnd(async () => receivers.close())
    const settings = {
      // As behind a proxy that ends TLS.
      TLS_CERTIFICATE_FILE: '',
      TLS_KEY_FILE: '',
      WEBHOOK_ALLOW_HTTP: 'true',
      // An organization that has used up its minute is refused whatever it asks for next, and nothing else would be tried.
      QUOTA_REQUESTS_PER_MINUTE_MAX: '10000000',
      ...(size === 'smoke' ? FEW_PICTURES : {}),
    }
    const harness = await Harness.open({ apis: 0, workers: 0, settings })
    let isClosing = false
    atEnd(() => {
      isClosing = true
      return harness.close()
    })
    const internet = JSON.stringify({ public: PUBLIC, ports: receivers.ports })
    const started = await harness.startApi(PROGRAM, ['api', internet])
    const { api } = started
    const url = started.url.replace(/^https:/, 'http:')
    const worker = await harness.startWorker(PROGRAM, ['worker', internet])
    lowerPriority(worker, WORKER_NICENESS)
    const { target, home } = await createWorld({ harness, url, random, receivers }, plan.world)
    say(`the world is made; a picture has ${(home.picture.length / 1e6).toFixed(1)} MB`)

    const work = new Work({ harness, url, random, home, patienceMs: plan.patienceMs })
    const watch = new Watch(api, [worker], harness.temporaryDir(api))
    await work.run(plan.warmUpMs)
    await watch.waitIdle(hasNoWork, plan.restMs)
    const baseline = await work.run(plan.baselineMs)
    const outcomes: Outcome[] = []
    const wanted = wantedAbuses()
    say(`abuses: ${wanted.join(', ')}`)
    for (const name of wanted) {
      const outcome = await measureAbuse(name)
      outcomes.push(outcome)
      say(`${name}: ${describe(outcome)}`)
    }

    const scale = new Scale(baseline, plan.share)
    judgeFailures('baseline', baseline)
    const abuses = Object.fromEntries(outcomes.map((outcome) => [outcome.name, judge(outcome)]))
    for (const death of harness.listDeaths()) violations.add('process_ended', death)
    const counts = {
      abuses,
      baseline: { count: baseline.length, usual: round(scale.usual), kinds: figuresOf(baseline) },
    }
    return { counts }

    /** Requests that wait for a row or a connection cost no processor time, and are there all the same. */
    async function hasNoWork(): Promise<boolean> {
      const [row] = await harness.rows<{ busy: number }>(
        `select count(*)::int as busy from pg_stat_activity
       where datname = $1 and state <> 'idle' and application_name like 'walkaround api%'`,
        [harness.ground.name],
      )
      return row?.busy === 0
    }

    /** The calmest look; what is no matter of time is judged in each. */
    async function measureAbuse(name: AbuseName): Promise<Outcome> {
      let calmest: Outcome | null = null
      for (let look = 1; ; look++) {
        const outcome = await runAbuse(name)
        judgeFacts(outcome)
        if (size === 'smoke') return outcome
        baseline.push(...(await work.run(plan.baselineMs)))
        if (size !== 'full') return outcome
        const scale = new Scale(baseline, plan.share)
        const apiMb = Math.min(outcome.peaks.apiMb, calmest?.peaks.apiMb ?? Number.POSITIVE_INFINITY)
        if (!calmest || scale.ratioOf(outcome.samples) < scale.ratioOf(calmest.samples)) calmest = outcome
        calmest.peaks.apiMb = apiMb
        const ratio = scale.ratioOf(calmest.samples)
        if (look === LOOKS_MAX || (ratio <= plan.ratioMax && apiMb <= API_MB_MAX)) return calmest
        say(
          `${name}: ${ratio.toFixed(1)} times the usual, ${Math.round(apiMb)} MB; look ${look + 1} of ${LOOKS_MAX}`,
        )
      }
    }

    async function runAbuse(name: AbuseName): Promise<Outcome> {
      const crowd = await startCrowd(name, target)
      watch.start()
      const samples = await work.run(plan.abuseMs, plan.leastPieces)
      const untilMs = performance.now() + SEEN_MS_MAX
      while (!isSeen(name, crowd) && performance.now() < untilMs) await delay(50)
      const tally = await crowd.stop()
      const peaks = watch.stop()
      await cleanUp(name)
      const restMs = await watch.waitIdle(hasNoWork, plan.restMs)
      return { name, samples, peaks, tally, restMs }
    }

    /** A look that ends before the abuse has begun has shown nothing. */
    function isSeen(name: AbuseName, crowd: RunningCrowd): boolean {
      if (name === 'slow_bodies') return watch.stalledBytes > 0
      return name === 'strangers' || crowd.wasAnswered()
    }

    /** What an abuse leaves to be done later would be done while the next one is measured. */
    async function cleanUp(name: AbuseName): Promise<void> {
      if (!api.running && !isClosing) {
        violations.add('process_ended', `${name}: ${harness.listDeaths().join('; ')}`)
        api.start()
        await api.waitReady()
      }
      await harness.jobRows("delete from pgboss.job where state < 'active'")
      if (name !== 'webhooks') return
      const call = callerOf({ harness, url })
      const rows = await harness.rows<{ id: string }>(
        'select id from webhook_endpoints where deleted_at is null',
      )
      for (const { id } of rows)
        await call('alder-admin', { method: 'DELETE', url: `/v1/webhook_endpoints/${id}` })
    }

    function judgeFacts({ name, samples, peaks, tally }: Outcome): void {
      judgeFailures(name, samples)
      if (peaks.strangerBytes > 0) violations.add('stranger_bytes', `${name}: ${peaks.strangerBytes} on disk`)
      if (name === 'slow_bodies' && peaks.stalledBytes === 0)
        violations.add('control_blind', 'no file of a caller who may upload is seen on disk')
      if (Object.keys(tally).length === 0 && name !== 'slow_bodies' && name !== 'strangers')
        violations.add('abuse_idle', `${name} was never answered`)
    }

    function judge({ name, samples, peaks, tally, restMs }: Outcome) {
      const ratio = scale.ratioOf(samples)
      const failed = (failure: Sample['failure']) =>
        samples.filter((sample) => sample.failure === failure).length
      if (ratio > plan.ratioMax)
        violations.addTimed(
          'too_slow',
          `${name}: p${100 * plan.share} is ${ratio.toFixed(1)} times the usual`,
        )
      if (peaks.apiMb > API_MB_MAX)
        violations.addTimed('memory_too_high', `${name}: ${Math.round(peaks.apiMb)} MB`)
      return {
        ratio: round(ratio),
        server_errors: failed('server_error'),
        refused: failed('refused'),
        rss_peak_mb: Math.round(peaks.apiMb),
        children_peak_mb: Math.round(peaks.childrenMb),
        temporary_peak_mb: round(peaks.temporaryMb),
        stranger_bytes: peaks.strangerBytes,
        worst_ms: Math.round(
          percentile(
            samples.map(({ ms }) => ms),
            1,
          ),
        ),
        rest_ms: Math.round(restMs),
        count: samples.length,
        answered: tally,
        kinds: figuresOf(samples),
      } satisfies Record<string, Count>
    }

    function judgeFailures(name: string, samples: readonly Sample[]): void {
      const kinds = { server_error: 'server_errors', refused: 'refused', other: 'work_failed' } as const
      for (const { failure, about } of samples)
        if (failure) violations.add(kinds[failure], `${name}: ${about}`)
    }

    /** As many as the size has time for, picked by the seed. PROVE_ABUSES names some of them, for whoever works on one. */
    function wantedAbuses(): readonly AbuseName[] {
      const wanted = process.env.PROVE_ABUSES?.split(',')
      if (wanted) return ABUSES.filter((name) => wanted.includes(name))
      const others = ABUSES.filter((name) => !ALWAYS.includes(name))
      while (others.length > plan.abuses - ALWAYS.length) others.splice(random.below(others.length), 1)
      return ABUSES.filter((name) => ALWAYS.includes(name) || others.includes(name))
    }
  },
)

const round = (value: number) => Number(value.toFixed(2))

function describe({ samples, peaks, tally, restMs }: Outcome): string {
  const times = samples.map(({ ms }) => ms)
  const bad = samples.filter(({ failure }) => failure).length
  return (
    `${samples.length} pieces of work, ${bad} failed, p95 ${Math.round(percentile(times, 0.95))} ms, ` +
    `worst ${Math.round(percentile(times, 1))} ms; API ${Math.round(peaks.apiMb)} MB, ` +
    `its folder ${peaks.temporaryMb.toFixed(1)} MB; the crowd was answered ${JSON.stringify(tally)}; at rest after ${Math.round(restMs)} ms`
  )
}

/** Every thread by itself: on Linux a priority belongs to one, and only threads that it starts later inherit it. */
function lowerPriority(process: ServerProcess, niceness: number): void {
  for (const thread of readdirSync(`/proc/${process.pid}/task`))
    setPriority(Number(thread), getPriority() + niceness)
}

type RunningCrowd = { wasAnswered: () => boolean; stop: () => Promise<Tally> }

async function startCrowd(name: AbuseName, target: Target): Promise<RunningCrowd> {
  const program = join(import.meta.dirname, 'neighbour-abuser.ts')
  const child = spawn('nice', ['-n', String(CROWD_NICENESS), process.execPath, program, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(target))
  await Promise.race([once(child.stdout, 'data'), ended])
  return {
    wasAnswered: () => said.includes('answered\n'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return JSON.parse(said.trim().split('\n').at(-1) || '{}')
    },
  }
}
