import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Harness } from '../../testing/harness.ts'
import { residentMb, type ServerProcess } from '../../testing/processes.ts'
import { createRandom } from '../../testing/random.ts'
import { campaign } from './campaign.ts'
import { collectGarbage } from './garbage.ts'
import { BAD_PATHS } from './webhook-bad-receivers.ts'
import { CHECKED_KINDS, checkComplete, checkDeleted, checkOrder } from './webhook-checks.ts'
import { checkCrafted, checkSkipped } from './webhook-controls.ts'
import { runHours } from './webhook-hours.ts'
import { measureLatency } from './webhook-latency.ts'
import { Receivers } from './webhook-receivers.ts'
import { type Endpoint, WebhookWorld } from './webhook-world.ts'

const SIZES = {
  // The figures of few events would say nothing.
  smoke: {
    events: 0,
    gapMs: 0,
    kills: 1,
    attemptMsMax: 1_000,
    failing: 3,
    flaky: 40,
    attemptsPerEventMax: 2.2,
  },
  small: {
    events: 0,
    gapMs: 0,
    kills: 4,
    attemptMsMax: 1_000,
    failing: 5,
    flaky: 40,
    // Of so few events some are unlucky.
    attemptsPerEventMax: 2.2,
  },
  full: {
    events: 300,
    gapMs: 120,
    kills: 100,
    attemptMsMax: 15_000,
    failing: 200,
    flaky: 10_000,
    // With three failures in ten, 1 / 0.7 attempts are to be expected.
    attemptsPerEventMax: 1.6,
  },
}
const INSPECTIONS = 8
/** Between two changes while senders are killed. */
const HAPPENING_MS = 120
const GOOD = ['/good-1', '/good-2', '/good-3']
/** A short one, so that the leases of the dead run out while the campaign waits. */
const ATTEMPT_MS_MAX_OF_KILLED = 1_000
/** As many as the service sends to one endpoint at once. */
const AT_ONCE = 2
/** A busy machine takes its time to start a process; that is not what is measured here. */
const READY_MS_MAX = 180_000
const LATENCY_FACTOR_MAX = 1.5
const MEMORY_FACTOR_MAX = 1.3
const KINDS = {
  facts: [
    ...CHECKED_KINDS,
    'redirect_followed',
    'too_many_attempts',
    'not_disabled',
    'control_blind',
    'process_ended',
  ],
  timed: ['slowed_down', 'memory_grown'],
}

/** Every event reaches every live receiver, whatever other receivers do and however often the sender dies. */
export const webhooks = campaign(KINDS, async ({ size, seed, violations, say, atEnd }) => {
  const plan = SIZES[size]
  const random = createRandom(seed)
  const receivers = await Receivers.open()
  atEnd(async () => receivers.close())
  const settings = { WEBHOOK_ALLOW_HTTP: 'true' }
  const harness = await Harness.open({ apis: 0, workers: 0, settings, nodeArgs: ['--inspect=127.0.0.1:0'] })
  atEnd(() => harness.close())
  const world = await WebhookWorld.open(harness, receivers)
  const good: Endpoint[] = []
  for (const path of GOOD) good.push(await world.register('alder', path))
  const bad: Endpoint[] = []
  for (const path of BAD_PATHS) bad.push(await world.register('alder', path))
  const inspections = await world.inspect('alder', INSPECTIONS)

  const latency = plan.events > 0 ? await compareLatency() : {}
  const kills = await survive()
  const hours = await runHours({ world, receivers, good, random, violations, plan, say })
  await checkAll()
  const followed = await receivers.countFollowed()
  if (followed > 0) violations.add('redirect_followed', `${followed} times`)
  const controls = checkCrafted(violations) + (await checkSkipped(world, receivers, good, violations))
  say(`${controls} planted faults, ${violations.count('control_blind')} of them not seen`)

  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  const counts = { messages: receivers.messages.length, ...latency, ...kills, ...hours, controls }
  return { counts }

  /** The good receivers alone, and beside bad ones of the same organization. */
  async function compareLatency() {
    const sender = await world.startSender(plan.attemptMsMax)
    const measure = () => measureLatency(world, receivers, good, inspections, plan)
    const toggle = async (isEnabled: boolean) => {
      for (const endpoint of bad) await world.enable('alder', endpoint, isEnabled)
    }
    await toggle(false)
    await measure()
    const firstMb = await usedMb(sender)
    const look = async () => {
      const alone = await measure()
      await toggle(true)
      const beside = await measure()
      await toggle(false)
      const told = {
        alone_p50_ms: alone.p50,
        alone_p95_ms: alone.p95,
        bad_p50_ms: beside.p50,
        bad_p95_ms: beside.p95,
        latency_factor: Number(Math.max(beside.p50 / alone.p50, beside.p95 / alone.p95).toFixed(2)),
      }
      say(`latency of good receivers: ${JSON.stringify(told)}`)
      return told
    }
    const told = await violations.measure('slowed_down', look, ({ latency_factor }) =>
      latency_factor > LATENCY_FACTOR_MAX ? `by ${latency_factor}` : null,
    )
    const lastMb = await violations.measure(
      'memory_grown',
      () => usedMb(sender),
      (mb) => (mb > firstMb * MEMORY_FACTOR_MAX ? `${firstMb}, ${mb} MB` : null),
    )
    await sender.end('SIGTERM')
    return { ...told, sender_mb: `${firstMb},${lastMb}` }
  }

  /** Two senders, one after the other killed and started again, while things happen. */
  async function survive() {
    for (const endpoint of bad) await world.enable('alder', endpoint, true)
    const doomed = await world.register('alder', '/doomed')
    const first = await world.lastPosition()
    const before = receivers.messages.length
    const senders = [
      await world.startSender(ATTEMPT_MS_MAX_OF_KILLED),
      await world.startSender(ATTEMPT_MS_MAX_OF_KILLED),
    ]
    const busy = { isOver: false }
    const happening = keepHappening(busy)
    // Whatever ends the campaign ends the people in it; what they then miss is not what it failed for.
    atEnd(async () => {
      busy.isOver = true
      await happening.catch(() => {})
    })
    let deletedMs = 0
    for (let n = 0; n < plan.kills; n++) {
      await delay(random.between(50, 800))
      const sender = senders[n % senders.length]
      await sender?.end('SIGKILL')
      if (n === Math.floor(plan.kills / 2)) {
        await world.remove('alder', doomed)
        deletedMs = Date.now()
      }
      sender?.start()
      await sender?.waitReady(READY_MS_MAX)
    }
    busy.isOver = true
    await happening
    await world.settle(good, 'all')
    // In peace, so that no lease is left that others would have to wait for.
    await Promise.all(senders.map((sender) => sender.end('SIGTERM')))
    checkDeleted('/doomed', deletedMs, receivers.at('/doomed'), AT_ONCE, violations)
    const events = await world.events('alder', first)
    const sent = receivers.messages.slice(before).filter(({ path }) => GOOD.includes(path)).length
    const repeated = sent - events.length * GOOD.length
    say(`${plan.kills} kills: ${events.length} events to ${GOOD.length} receivers, ${repeated} came again`)
    return { kills: plan.kills, events_while_killed: events.length, repeated }
  }

  async function keepHappening(busy: { isOver: boolean }): Promise<void> {
    for (let n = 0; !busy.isOver; n++) {
      await world.change('alder', inspections[n % inspections.length] ?? '', n)
      await delay(HAPPENING_MS)
    }
  }

  async function checkAll(): Promise<void> {
    const events = await world.events('alder')
    for (const { path } of good) {
      checkComplete(path, events, receivers.at(path), violations)
      checkOrder(path, events, receivers.at(path), violations)
    }
  }
})

/** With its garbage collected: what it has then it uses. */
async function usedMb(sender: ServerProcess): Promise<number> {
  const log = readFileSync(sender.launch.logFile, 'utf8')
  const [port] = [...log.matchAll(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)\//g)]
    .map(([, port]) => port)
    .slice(-1)
  await collectGarbage(Number(port))
  return Math.round(residentMb(sender.pid))
}
