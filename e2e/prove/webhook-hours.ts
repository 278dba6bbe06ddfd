import type { Random } from '../../testing/random.ts'
import type { Violations } from './campaign.ts'
import { checkComplete, checkOrder } from './webhook-checks.ts'
import type { Receivers } from './webhook-receivers.ts'
import type { Endpoint, WebhookWorld } from './webhook-world.ts'

export type HoursParts = {
  world: WebhookWorld
  receivers: Receivers
  good: readonly Endpoint[]
  random: Random
  violations: Violations
  plan: { failing: number; flaky: number; attemptsPerEventMax: number }
  say: (line: string) => void
}

const HOUR_MS = 3_600_000
/** All of these receivers answer at once: on a slow machine, too, only they decide which attempts fail. */
const ATTEMPT_MS_MAX = 10_000
const DOWN_HOURS = 8
const FLAKY_SHARE = 0.3
const ATTEMPTS_MAX = 10
/** A fifth more than the table says, which is all that chance adds. */
const STEPS_S = [6, 360, 2_160, 8_640, 21_600, 43_200, 60_480, 86_400, 103_680]
const FLAKY_INSPECTIONS = 20
const SETTLE_MS = 1_200_000
/** A tenth of a second each: a watchdog. */
const NOT_DISABLED_TRIES = 600

/** Receivers that are down for hours, fail by chance, or are dead, on a clock that is put forward. */
export async function runHours({ world, receivers, good, random, violations, plan, say }: HoursParts) {
  const down = await world.register('alder', '/down-for-hours')
  const dead = await world.register('alder', '/dead')
  const flaky = await world.register('birch', '/flaky')
  receivers.respond('/down-for-hours', (response) => response.writeHead(503).end())
  receivers.respond('/dead', (response) => response.writeHead(500).end())
  receivers.respond('/flaky', (response) => response.writeHead(random.next() < FLAKY_SHARE ? 500 : 204).end())
  await world.inspect('birch', FLAKY_INSPECTIONS)
  const first = await world.lastPosition()
  const sender = await world.startSender(ATTEMPT_MS_MAX)
  await world.plant('alder', plan.failing)
  await world.plant('birch', plan.flaky)
  await world.settle([down, dead, flaky], 'due', SETTLE_MS)

  let hours = 0
  for (const stepS of STEPS_S) {
    hours += (stepS * 1_000) / HOUR_MS
    if (hours > DOWN_HOURS) receivers.respond('/down-for-hours', (response) => response.writeHead(204).end())
    await world.putForward(stepS * 1_000)
    await world.settle([down, dead, flaky], 'due', SETTLE_MS)
  }
  // Nothing but failures for five days: the next one ends it.
  await world.putForward(48 * HOUR_MS)
  await world.plant('alder', 1)
  await world.settle([down], 'due', SETTLE_MS)
  await world.settle(good, 'all', SETTLE_MS)
  await requireDisabled(dead)

  const alder = await world.events('alder', first)
  const birch = await world.events('birch')
  checkComplete('/down-for-hours', alder, receivers.at('/down-for-hours'), violations)
  checkComplete('/flaky', birch, receivers.at('/flaky'), violations)
  for (const path of ['/down-for-hours', '/dead']) {
    const counts = Map.groupBy(receivers.at(path), ({ id }) => id)
    for (const [id, messages] of counts)
      if (messages.length > ATTEMPTS_MAX)
        violations.add('too_many_attempts', `${path}: ${id} ${messages.length}`)
    checkOrder(path, alder, receivers.at(path), violations)
  }
  const perEvent = receivers.at('/flaky').length / birch.length
  if (perEvent > plan.attemptsPerEventMax)
    violations.add('too_many_attempts', `${perEvent.toFixed(2)} attempts per event at 30 % failures`)
  const left = await world.countPending([down, flaky])
  if (left.all > 0) violations.add('lost', `${left.all} messages neither delivered nor given up`)
  await sender.end('SIGKILL')
  say(
    `${hours.toFixed(0)} hours: ${alder.length} events to receivers that were down, ${birch.length} at 30 % failures with ${perEvent.toFixed(2)} attempts each`,
  )
  return {
    hours: Math.round(hours),
    events_while_down: alder.length,
    flaky_events: birch.length,
    flaky_attempts_per_event: Number(perEvent.toFixed(2)),
  }

  async function requireDisabled(endpoint: Endpoint): Promise<void> {
    const path = `/webhook_endpoints/${endpoint.id}`
    for (let tries = 0; tries < NOT_DISABLED_TRIES; tries++) {
      const { disabled_reason } = await world.call('alder', { method: 'GET', path })
      if (disabled_reason === 'failing') return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    violations.add('not_disabled', 'hung after 60 s: an endpoint that failed for more than five days')
  }
}
