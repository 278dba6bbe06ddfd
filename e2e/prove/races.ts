import { FEW_PICTURES, Harness } from '../../testing/harness.ts'
import { createBasePictures, vary } from '../../testing/pictures.ts'
import { createRandom } from '../../testing/random.ts'
import { campaign, type Violations } from './campaign.ts'
import { checkInvariants, INVARIANT_KINDS } from './invariants.ts'
import { runRounds } from './lanes.ts'
import { waitForRest } from './quiescence.ts'
import { DeleteRunRace } from './race-delete-run.ts'
import { type RaceParts, StartAddRace } from './race-start-add.ts'

const KINDS = [
  'process_ended',
  'wrong_picture_sets',
  'wrong_refusals',
  'server_errors',
  'runs_not_one',
  'changed_after_delete',
  'rest_not_reached',
  'too_few_mixed',
]
/** Models look at every picture that is added, which is most of what a round takes. */
const SIZES = {
  // The database decides these races, also between requests of one process. The other sizes have two.
  smoke: { apis: 1, rounds: 4, adds: 4, factorMax: 15, settings: FEW_PICTURES },
  small: { apis: 2, rounds: 15, adds: 6, factorMax: 6, settings: {} },
  full: { apis: 2, rounds: 600, adds: 6, factorMax: 3, settings: {} },
}
/** Of few rounds luck may mix none, so that few may become many: up to `factorMax` times the rounds. */
const MIXED_SHARE_MIN = 0.2
const STARTS = 5
/** A watchdog: a picture is analyzed in a second or two. */
const REST_MS_MAX = 120_000

/** Named races with real processes: start against add, start against start, delete against run. */
export const races = campaign(
  { facts: [...KINDS, ...INVARIANT_KINDS], timed: [] },
  async ({ size, seed, violations, say, atEnd }) => {
    const { apis, rounds: planned, adds, factorMax, settings } = SIZES[size]
    const random = createRandom(seed)
    const harness = await Harness.open({ apis, workers: 1, settings })
    atEnd(() => harness.close())
    const parts: RaceParts = { harness, random, violations, pictures: await createBasePictures(random) }

    const startAdd = new StartAddRace(parts, adds)
    const startAddRounds = await runUntilMixed({
      planned,
      factorMax,
      lanes: 1,
      violations,
      mixed: () => startAdd.mixed,
      round: async (round) => {
        await startAdd.run(round)
        if ((round + 1) % 60 === 0)
          say(
            `start against add: round ${round + 1}, ${startAdd.mixed} mixed, ${violations.total} violation(s)`,
          )
      },
    })

    await runRounds(planned, 3, (round) => raceStarts(parts, round))
    say(`start against start: ${planned} rounds of ${STARTS} starts, ${violations.total} violation(s)`)
    const deleteRun = new DeleteRunRace(parts)
    const deleteRunRounds = await runUntilMixed({
      planned,
      factorMax,
      lanes: 4,
      violations,
      mixed: () => deleteRun.stopped,
      round: (round) => deleteRun.run(round),
    })
    const { stopped, halfway } = deleteRun
    say(
      `delete against run: ${deleteRunRounds} rounds, ${stopped} stopped a task, ${halfway} of them halfway, ${violations.total} violation(s)`,
    )

    const left = await waitForRest(harness, REST_MS_MAX)
    if (left.tasks + left.jobs > 0)
      violations.add(
        'rest_not_reached',
        `hung after ${REST_MS_MAX / 1_000} s without progress: ${left.tasks} tasks and ${left.jobs} jobs are left`,
      )
    await deleteRun.checkUnchanged()
    const found = await checkInvariants(harness.subject(), violations)
    for (const death of harness.listDeaths()) violations.add('process_ended', death)
    for (const line of violations.total > 0 ? harness.logLines(/"level":(50|60)/) : []) say(line)
    const { accepted, refused, mixed } = startAdd
    const counts = {
      rounds_planned: planned,
      start_add_rounds: startAddRounds,
      start_start_rounds: planned,
      delete_run_rounds: deleteRunRounds,
      mixed,
      accepted,
      refused,
      deletes_stopped_a_run: stopped,
      deletes_halfway: halfway,
      ...found,
    }
    return { counts }
  },
)

type MixedRace = {
  planned: number
  /** How many times the rounds that were planned are run at most. */
  factorMax: number
  lanes: number
  violations: Violations
  /** How many rounds so far had both outcomes. */
  mixed: () => number
  round: (n: number) => Promise<void>
}

/** Adds rounds while luck has mixed too few of them. Only a race that never mixes proves nothing. */
async function runUntilMixed({
  planned,
  factorMax,
  lanes,
  violations,
  mixed,
  round,
}: MixedRace): Promise<number> {
  const enough = Math.ceil(planned * MIXED_SHARE_MIN)
  await runRounds(planned, lanes, round)
  let rounds = planned
  while (mixed() < enough && rounds < planned * factorMax) {
    const first = rounds
    await runRounds(lanes, lanes, (n) => round(first + n))
    rounds += lanes
  }
  if (mixed() < enough) violations.add('too_few_mixed', `${mixed()} of ${rounds} rounds, wanted ${enough}`)
  return rounds
}

/** Clients retry: five starts at once must be one run, and all five told so. */
async function raceStarts(
  { harness, random, violations, pictures }: RaceParts,
  round: number,
): Promise<void> {
  const client = harness.createClient(`starter-${round}`, 'alder-member')
  const inspection = await client.createInspection()
  if (!inspection) return violations.add('server_errors', 'the inspection was not created')
  if (round % 3 === 0)
    await client.createImage(inspection, vary(random.pick(pictures), random), ['compliances'])
  const starts = Array.from({ length: STARTS }, () => client.updateTask(inspection, 'compliances', 'TODO', 0))
  for (const answer of await Promise.all(starts))
    if (answer?.status !== 200)
      violations.add('server_errors', `start answered ${answer?.status} ${answer?.text}`)
  const runs = await harness.rows<{ generation: number }>(
    'select generation from task_runs where inspection_id = $1',
    [inspection],
  )
  if (runs.length !== 1 || runs[0]?.generation !== 1)
    violations.add('runs_not_one', `${inspection}: ${runs.length} runs`)
}
