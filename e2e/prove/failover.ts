import { setTimeout as delay } from 'node:timers/promises'
import { Harness } from '../../testing/harness.ts'
import { createBasePictures } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import { campaign } from './campaign.ts'
import { checkAftermath } from './check-aftermath.ts'
import { INVARIANT_KINDS } from './invariants.ts'
import { Load } from './load.ts'
import { PatroniPair } from './patroni-pair.ts'
import { waitForRest } from './quiescence.ts'
import { WISH_KINDS } from './wishes.ts'

const KILLS = { smoke: 1, small: 2, full: 10 }
const WRITES_BACK_S_MAX = 30
const WRITES_S_MAX = 300
const REST_MS_MAX = 300_000
const PROBE_MS = 200
const FACTS = [
  'writes_refused',
  'process_ended',
  'rest_not_reached',
  'tasks_in_error',
  'seen_going_back',
  ...WISH_KINDS,
  ...INVARIANT_KINDS,
]
const TIMED = ['writes_back_too_late']

/** The machine of the primary dies again and again under load: what was acknowledged is on the other one, once, and writes go on there. */
export const failover = campaign(
  { facts: FACTS, timed: TIMED },
  async ({ size, seed, violations, say, atEnd }) => {
    const random = createRandom(seed)
    const pair = await PatroniPair.open()
    atEnd(() => pair.close())
    say('a pair of PostgreSQL servers is up')
    const harness = await Harness.open({ apis: 2, workers: 2, settings: pair.urls })
    atEnd(() => harness.close())
    const pictures = await createBasePictures(random)
    const load = new Load({ harness, random, pictures, clients: 3, keyed: 2 })

    const back: number[] = []
    const kill = async () => {
      await pair.waitForStandby()
      await delay(random.between(1_000, 4_000))
      const name = await pair.killPrimary()
      const seconds = await measureWrites(harness)
      back.push(seconds)
      say(`${back.length}: ${name} died; a write was acknowledged ${seconds.toFixed(1)} s later`)
      if (seconds > WRITES_S_MAX)
        violations.add('writes_refused', `hung after ${WRITES_S_MAX} s: no write was accepted`)
      await pair.reviveDead()
      return seconds
    }
    for (let n = 1; n <= KILLS[size]; n++) {
      await violations.measure('writes_back_too_late', kill, (seconds) =>
        seconds > WRITES_BACK_S_MAX ? `${seconds.toFixed(1)} s` : null,
      )
    }
    await pair.waitForStandby()
    await load.stop()
    say(`load: ${load.inspections} inspections, ${harness.history.calls.length} calls; waiting for rest`)
    const left = await waitForRest(harness, REST_MS_MAX)
    if (left.tasks + left.jobs > 0)
      violations.add(
        'rest_not_reached',
        `hung after ${REST_MS_MAX / 1_000} s: ${left.tasks} tasks and ${left.jobs} jobs are left`,
      )

    for (const death of harness.listDeaths()) violations.add('process_ended', death)
    const { found, wishes } = await checkAftermath(harness, load, violations)
    const outcomes = (outcome: string) =>
      harness.history.calls.filter((call) => call.outcome === outcome).length
    return {
      counts: {
        primary_kills: back.length,
        writes_back_s_max: Number(Math.max(...back).toFixed(1)),
        writes_back_s: back.map((seconds) => seconds.toFixed(1)).join(' '),
        inspections: load.inspections,
        calls: harness.history.calls.length,
        calls_acknowledged: outcomes('ok'),
        calls_unknown: outcomes('unknown'),
        ...wishes,
        ...found,
      },
    }
  },
)

/** Seconds until the service acknowledges a write that began after this moment. */
async function measureWrites(harness: Harness): Promise<number> {
  const startedMs = performance.now()
  const client = harness.createClient('probe', 'birch-manager')
  const seconds = () => (performance.now() - startedMs) / 1000
  while (seconds() < WRITES_S_MAX) {
    if (await client.createInspection({ tasks: {} }).catch(() => null)) return seconds()
    await delay(PROBE_MS)
  }
  return seconds()
}
