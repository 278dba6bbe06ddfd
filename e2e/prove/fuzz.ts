import { readFileSync } from 'node:fs'
import { FEW_PICTURES, Harness } from '../../testing/harness.ts'
import { noise } from '../../testing/pictures.ts'
import { residentMb } from '../../testing/processes.ts'
import { createRandom } from '../../testing/random.ts'
import { campaign } from './campaign.ts'
import { checkJudge } from './fuzz-controls.ts'
import { FuzzDocument } from './fuzz-document.ts'
import { JUDGED_KINDS, Judge } from './fuzz-judge.ts'
import { Pool } from './fuzz-pool.ts'
import { FuzzRun, MUTATORS } from './fuzz-run.ts'
import { Sender } from './fuzz-send.ts'
import { runSmuggling } from './fuzz-smuggling.ts'
import { collectGarbage } from './garbage.ts'
import { runRounds } from './lanes.ts'
import { Maker } from './tenant-world.ts'

/** Some operations need a state that seldom comes: of few requests none may meet it. */
const SIZES = {
  // Every event is sent to each endpoint, which takes as long as all the rest of a request.
  smoke: { requests: 2_000, making: 200, repeats: 1, neverSucceededMax: 15, endpoints: 3, readings: 2 },
  small: { requests: 4_000, making: 300, repeats: 1, neverSucceededMax: 10, endpoints: 3, readings: 5 },
  full: { requests: 100_000, making: 400, repeats: 5, neverSucceededMax: 0, endpoints: 8, readings: 5 },
}
/** Enough to keep two cores busy. More would only wait for each other, and be slow for that. */
const LANES = 16
/**
 * Memory is read a few times, with its garbage collected. The first reading does not count: by then not every operation has
 * been used, and what each makes once is still to come.
 */
const MEMORY_FACTOR_MAX = 1.3
/** What the service logs when it was kept waiting too long. */
const TIME_OUT = /canceling statement due to (lock|statement) timeout/
const VALID_SHARE_MIN = 0.3
const KINDS = {
  facts: [
    ...JUDGED_KINDS,
    'no_answer',
    'smuggled',
    'repeat_differs',
    'key_reused',
    'process_ended',
    'valid_share_low',
    'operation_never_succeeded',
    'mutator_unused',
    'judge_blind',
  ],
  timed: ['too_slow', 'timed_out', 'memory_grown'],
}

/** Requests made from openapi.json, sound and broken ones, and a judge that knows what may be answered. */
export const fuzz = campaign(KINDS, async ({ size, seed, violations, say, atEnd }) => {
  const plan = SIZES[size]
  const controls = await checkJudge(violations)
  say(`${controls} crafted answers shown to the judge, ${violations.total} judged wrongly`)
  const document = FuzzDocument.read()
  // All lanes are one organization's, and what they wait for each other is not the time of an answer.
  const settings = {
    WEBHOOK_ENDPOINTS_MAX: `${plan.endpoints}`,
    TURNS_PER_ORGANIZATION: '50',
    ...(size === 'smoke' ? FEW_PICTURES : {}),
  }
  const nodeArgs = ['--inspect=127.0.0.1:0']
  const harness = await Harness.open({ apis: 1, workers: 1, settings, nodeArgs })
  atEnd(() => harness.close())
  const sender = new Sender(harness, LANES)
  atEnd(() => sender.close())

  const pool = new Pool(document)
  // No model finds anything on tiny noise, so rendered outputs are there from the start.
  const maker = await Maker.open(harness, createRandom(seed))
  for (const account of ['alder-manager', 'birch-manager']) {
    const { ids, renderedOutputUrl } = await maker.create(account)
    pool.urls.set('getRenderedOutput', [renderedOutputUrl])
    // Nor are damages searched for in two inspections of one vehicle by chance.
    const { inspection, earlier_inspection, comparison } = ids
    const add = (kind: string, id: string) => pool.add({ kind, id, inspection, account })
    add('analyzed', inspection)
    add('earlier_inspection', earlier_inspection)
    add('comparison', comparison)
    add('captured', inspection)
    // Of a capture that nobody finishes.
    const other = await maker.create(account, new Set(['capture_link', 'image']))
    pool.add({ kind: 'unfinished', id: other.ids.inspection, inspection: other.ids.inspection, account })
    add('capture_link', ids.capture_link)
    // Only a page makes one.
    add('objection', ids.objection)
    pool.add({ kind: 'capture_profile', id: ids.capture_profile, inspection: '', account })
    pool.add({ kind: 'comparison_place', id: ids.comparison_place, inspection: comparison, account })
  }
  const judge = new Judge(document, pool)
  const parts = { document, pool, pictures: await tinyPictures(seed), pdf: smallPdf() }
  const run = new FuzzRun({
    parts,
    sender,
    judge,
    violations,
    seed,
    requests: plan.requests,
    making: plan.making,
  })
  const apiPid = harness.apis[0]?.pid ?? 0
  const usedMb = async () => {
    await collectGarbage(inspectorPort(harness))
    return residentMb(apiPid)
  }

  const memoryMb: number[] = []
  const each = plan.requests / plan.readings
  // A process that has ended cannot be read, and what is sent after its end says nothing.
  const alive = () => harness.listDeaths().length === 0
  for (let reading = 0; reading < plan.readings && alive(); reading++) {
    await runRounds(each, LANES, (n) => run.step(reading * each + n))
    if (alive()) memoryMb.push(Math.round(await usedMb()))
    say(`${(reading + 1) * each} requests: ${run.summary()}; the API process has ${memoryMb.at(-1)} MB`)
  }
  const vectors = alive() ? await runSmuggling(harness, judge, violations, plan.repeats) : 0
  say(`${vectors} raw exchanges, ${violations.count('smuggled')} taken in a way they must not be`)

  judge.judgeUnavailable(harness.logLines(TIME_OUT, Number.POSITIVE_INFINITY), violations)
  const [, firstMb = 0] = memoryMb
  if (alive())
    await violations.measure(
      'memory_grown',
      async (n) => (n === 1 ? (memoryMb.at(-1) ?? 0) : usedMb()),
      (mb) => (mb > firstMb * MEMORY_FACTOR_MAX ? `${memoryMb.join(', ')}, then ${mb} MB` : null),
    )
  const validShare = run.tallies.succeeded / plan.requests
  // A fuzzer that is always refused, leaves an operation out or never uses a mutator has proven nothing.
  if (validShare < VALID_SHARE_MIN) violations.add('valid_share_low', `${validShare.toFixed(3)}`)
  const never = run.neverSucceeded()
  say(`operations that never succeeded: ${never.join(', ') || 'none'}`)
  if (never.length > plan.neverSucceededMax)
    for (const id of never) violations.add('operation_never_succeeded', id)
  for (const name of run.unusedMutators()) violations.add('mutator_unused', name)
  for (const death of harness.listDeaths()) violations.add('process_ended', death)
  run.tallies.report(say)
  say(`slowest answer: ${judge.slowest}`)
  if (violations.count('server_error') > 0)
    for (const line of harness.logLines(/"level":(50|"error")/)) say(line)
  const counts = {
    requests: plan.requests,
    raw: vectors,
    operations: document.operations.length,
    operations_never_succeeded: never.length,
    mutators: MUTATORS.length,
    valid_share: Number(validShare.toFixed(3)),
    ...run.tallies.statusClasses(),
    repeated: run.repeats.count,
    broken_off: run.brokenOff,
    slowest_ms: Math.round(judge.slowestMs),
    latest_median_ms: Math.round(judge.medianMs),
    api_mb: memoryMb.join(),
    api_cpu_s: alive() ? cpuSeconds(apiPid) : 0,
    own_cpu_s: cpuSeconds(process.pid),
    controls,
  }
  return { counts }
})

/** The process chose a free port itself and wrote it into its log. */
function inspectorPort(harness: Harness): number {
  const log = readFileSync(harness.apis[0]?.launch.logFile ?? '', 'utf8')
  return Number(/Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(log)?.[1])
}

/** Processor time of a process, which the kernel counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Math.round((Number(fields[11]) + Number(fields[12])) / 100)
}

/** As small as the service takes them: decoding is the dearest thing it does. */
async function tinyPictures(seed: number): Promise<Buffer[]> {
  const random = createRandom(seed)
  const sizes = [
    { width: 64, height: 48 },
    { width: 48, height: 64 },
    { width: 96, height: 54 },
  ]
  return Promise.all(sizes.map((size) => noise(random, { ...size, quality: 60 })))
}

function smallPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const at = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${at}`.padStart(10, '0')
  })
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n')
  text += `xref\n0 4\n${table}\ntrailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
