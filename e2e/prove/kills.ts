import { campaign, Violations } from './campaign.ts'
import { checkAftermath } from './check-aftermath.ts'
import { Faults } from './faults.ts'
import { hangUp } from './hang-ups.ts'
import { Harness } from './harness.ts'
import { INVARIANT_KINDS } from './invariants.ts'
import { checkKilledInference, INFERENCE_KINDS } from './killed-inference.ts'
import { Load } from './load.ts'
import { createBasePictures } from './pictures.ts'
import { waitForRest } from './quiescence.ts'
import { createRandom } from './random.ts'
import { measureResume } from './resume.ts'
import { readStack, setting } from './stack.ts'
import { startStoreLine } from './store-line.ts'
import { WISH_KINDS } from './wishes.ts'

const SIZES = {
  small: { workerKills: 10, databaseKills: 1, apiKills: 1, storeOutages: 2, hangUps: 20, resumes: 2 },
  full: { workerKills: 100, databaseKills: 10, apiKills: 5, storeOutages: 15, hangUps: 300, resumes: 5 },
}
const CLIENTS = 4
const KEYED_CLIENTS = 2
const HANG_UPS = ['picture', 'report'] as const
const REST_MS_MAX = 180_000
const RESUME_S_MAX = 20
const KINDS = [
  'ready_too_late',
  'process_ended',
  'resume_too_late',
  'rest_not_reached',
  'tasks_in_error',
  'seen_going_back',
]

/** kill -9 of workers, API processes and the database under load, with a failing store and broken lines: nothing accepted is lost, nothing happens twice. */
export const kills = campaign(
  { facts: [...KINDS, ...INFERENCE_KINDS, ...WISH_KINDS, ...INVARIANT_KINDS], timed: [] },
  async ({ size, seed, say, atEnd }) => {
    const plan = SIZES[size]
    const random = createRandom(seed)
    const violations = new Violations(size)
    const line = await startStoreLine(setting(readStack(), 'S3_ENDPOINT'))
    atEnd(() => line.close())
    const harness = await Harness.open({ apis: 2, workers: 3, settings: { S3_ENDPOINT: line.url } })
    atEnd(() => harness.close())
    const pictures = await createBasePictures(random)

    const load = new Load({ harness, random, pictures, clients: CLIENTS, keyed: KEYED_CLIENTS })
    const faults = new Faults({ harness, random, violations, say, line })
    const hangingUp = breakUploadsOff()
    await faults.run(plan)
    await hangingUp
    await load.stop()
    say(`load: ${load.inspections} inspections, ${harness.history.calls.length} calls; waiting for rest`)
    for (const process of [...harness.apis, ...harness.workers]) await process.waitReady()
    const restMs = performance.now()
    const left = await waitForRest(harness, REST_MS_MAX)
    const rest_s = Number(((performance.now() - restMs) / 1000).toFixed(1))
    if (left.tasks + left.jobs > 0)
      violations.add('rest_not_reached', `${left.tasks} tasks and ${left.jobs} jobs are left`)

    const resumes: number[] = []
    for (let n = 0; n < plan.resumes; n++) {
      const seconds = await measureResume(harness, random, pictures)
      resumes.push(Number(seconds.toFixed(1)))
      if (seconds > RESUME_S_MAX) violations.add('resume_too_late', `${seconds.toFixed(1)} s`)
      say(`a dead worker's jobs were done by another after ${seconds.toFixed(1)} s`)
    }
    await waitForRest(harness, REST_MS_MAX)

    const atWork = await checkKilledInference(harness, violations)
    say(
      `workers were killed ${atWork.inference_kills} times with a picture in their models, ${atWork.comparison_kills} times with a comparison`,
    )

    const { found, wishes } = await checkAftermath(harness, load, violations)
    violations.report(say)
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
      resume_s_max: Math.max(...resumes),
      ...atWork,
      ...wishes,
      ...found,
    }
    return {
      ok: violations.total === 0,
      counts: {
        ...counts,
        ...violations.counts([...KINDS, ...INFERENCE_KINDS, ...WISH_KINDS, ...INVARIANT_KINDS]),
      },
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
