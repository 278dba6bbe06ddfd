import { FEW_PICTURES, Harness } from '../../testing/harness.ts'
import { createBasePictures } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import { startStoreLine } from '../../testing/store-line.ts'
import { campaign } from './campaign.ts'
import { checkAftermath } from './check-aftermath.ts'
import { Faults } from './faults.ts'
import { hangUp } from './hang-ups.ts'
import { INVARIANT_KINDS } from './invariants.ts'
import { checkKilledInference, INFERENCE_KINDS } from './killed-inference.ts'
import { Load } from './load.ts'
import { waitForRest } from './quiescence.ts'
import { measureResume } from './resume.ts'
import { WISH_KINDS } from './wishes.ts'

const MANY = {
  apis: 2,
  workers: 3,
  clients: 4,
  keyed: 2,
  heartbeatS: null,
  inference: { images: 4, kills: 3 },
  meetsReady: false,
}
const SIZES = {
  smoke: {
    apis: 1,
    workers: 1,
    clients: 2,
    keyed: 1,
    workerKills: 1,
    databaseKills: 1,
    apiKills: 1,
    storeOutages: 1,
    hangUps: 1,
    resumes: 0,
    // The jobs of three dead workers are waited for, one after the other.
    heartbeatS: 3,
    inference: { images: 1, kills: 1 },
    // Of one kill each, none may hit a process that is only starting.
    meetsReady: true,
  },
  small: {
    ...MANY,
    workerKills: 4,
    databaseKills: 1,
    apiKills: 1,
    storeOutages: 1,
    hangUps: 10,
    resumes: 1,
  },
  full: {
    ...MANY,
    workerKills: 100,
    databaseKills: 10,
    apiKills: 5,
    storeOutages: 15,
    hangUps: 300,
    resumes: 5,
  },
}
const HANG_UPS = ['picture', 'report'] as const
const REST_MS_MAX = 300_000
const RESUME_S_MAX = 20
const FACTS = [
  'process_ended',
  'rest_not_reached',
  'tasks_in_error',
  'seen_going_back',
  ...INFERENCE_KINDS,
  ...WISH_KINDS,
  ...INVARIANT_KINDS,
]
const TIMED = ['ready_too_late', 'resume_too_late']

/** kill -9 of workers, API processes and the database under load, with a failing store and broken lines: nothing accepted is lost, nothing happens twice. */
export const kills = campaign(
  { facts: FACTS, timed: TIMED },
  async ({ size, seed, violations, say, atEnd }) => {
    const plan = SIZES[size]
    const random = createRandom(seed)
    const line = await startStoreLine()
    atEnd(() => line.close())
    const { apis, workers, heartbeatS } = plan
    const settings = { S3_ENDPOINT: line.url, ...(size === 'smoke' ? FEW_PICTURES : {}) }
    // Workers are killed while models compute, and must find the same again.
    const harness = await Harness.open({ apis, workers, heartbeatS, settings, remembersModels: false })
    atEnd(() => harness.close())
    const pictures = await createBasePictures(random)

    const load = new Load({ harness, random, pictures, clients: plan.clients, keyed: plan.keyed })
    const faults = new Faults({ harness, random, violations, say, line })
    const hangingUp = breakUploadsOff()
    await faults.run(plan)
    await faults.judgeReady()
    await hangingUp
    await load.stop()
    say(`load: ${load.inspections} inspections, ${harness.history.calls.length} calls; waiting for rest`)
    for (const process of [...harness.apis, ...harness.workers]) await process.waitReady()
    const restMs = performance.now()
    await reachRest()
    const rest_s = Number(((performance.now() - restMs) / 1000).toFixed(1))

    const resumes: number[] = []
    for (let n = 0; n < plan.resumes; n++) {
      const seconds = await violations.measure(
        'resume_too_late',
        () => measureResume(harness, random, pictures),
        (seconds) => (seconds > RESUME_S_MAX ? `${seconds.toFixed(1)} s` : null),
      )
      resumes.push(Number(seconds.toFixed(1)))
      say(`a dead worker's jobs were done by another after ${seconds.toFixed(1)} s`)
    }
    if (plan.resumes > 0) await reachRest()

    const atWork = await checkKilledInference(harness, violations, plan.inference)
    say(
      `workers were killed ${atWork.inference_kills} times with a picture in their models, ${atWork.comparison_kills} times with a comparison`,
    )

    const { found, wishes } = await checkAftermath(harness, load, violations)
    for (const line of violations.total > 0 ? harness.logLines(/"level":(50|60)/) : []) say(line)
    const outcomes = (outcome: string) =>
      harness.history.calls.filter((call) => call.outcome === outcome).length
    const counts = {
      worker_kills: faults.workerKills,
      database_kills: faults.databaseKills,
      api_kills: faults.apiKills,
      store_outages: faults.storeOutages,
      hang_ups: plan.hangUps,
      inspections: load.inspections,
      calls: harness.history.calls.length,
      calls_unknown: outcomes('unknown'),
      calls_refused: outcomes('refused'),
      ready_after_database_s_max: Number(faults.readyAfterDatabaseMax.toFixed(1)),
      restart_s_max: Number(faults.restartMax.toFixed(1)),
      starts_failed: faults.startsFailed,
      rest_s,
      resume_s_max: Math.max(0, ...resumes),
      ...atWork,
      ...wishes,
      ...found,
    }
    return { counts }

    async function reachRest(): Promise<void> {
      const left = await waitForRest(harness, REST_MS_MAX)
      if (left.tasks + left.jobs > 0)
        violations.add(
          'rest_not_reached',
          `hung after ${REST_MS_MAX / 1_000} s: ${left.tasks} tasks and ${left.jobs} jobs are left`,
        )
    }

    /** Beside the kills, so that they meet processes and engines in every state. */
    async function breakUploadsOff(): Promise<void> {
      const inspection = (await harness.createClient('hang-ups', 'alder-member').createInspection()) ?? ''
      for (let n = 0; n < plan.hangUps; n++) {
        const url = random.pick(harness.urls)
        await hangUp({ harness, url, inspection, random, pictures, sender: null }, random.pick(HANG_UPS))
      }
    }
  },
)
