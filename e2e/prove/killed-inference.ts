import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Harness } from '../../testing/harness.ts'
import { jsonBody } from '../../testing/http.ts'
import { readPicture, type TestPicture } from '../../testing/pictures.ts'
import type { Violations } from './campaign.ts'
import { waitForRest } from './quiescence.ts'

const SAMPLES = fileURLToPath(new URL('../../../shared/data/damage/', import.meta.url))
const USUAL = `${SAMPLES}hitl-cc0/images/`
/** On which models find something, so that one picture is enough to compare. */
const DAMAGED = `${SAMPLES}bilgi/images/b031.jpg`
const REST_MS = 300_000

export type InferencePlan = { images: number; kills: number }
export const INFERENCE_KINDS = ['result_changed_by_kill', 'kills_missed_inference']

/**
 * The same pictures twice, once with kill -9 while models are at work on them: the findings must be the same. Then both
 * inspections are compared, and compared anew with kill -9: the verdicts must be the same. Returns how often workers died.
 */
export async function checkKilledInference(
  harness: Harness,
  violations: Violations,
  plan: InferencePlan,
): Promise<{ inference_kills: number; comparison_kills: number }> {
  const usual = readdirSync(USUAL)
    .filter((file) => /\.(jpe?g|png)$/.test(file))
    .sort()
    .map((file) => `${USUAL}${file}`)
  const files = plan.images === 1 ? [DAMAGED] : usual.slice(0, plan.images)
  const pictures = files.map(readPicture)
  await startWorkers(harness)
  const undisturbed = await startDetection(harness, pictures)
  await waitForRest(harness, REST_MS)
  const expected = await readFindings(harness, undisturbed)
  const disturbed = await startDetection(harness, pictures)
  const inference_kills = await killAtWork(harness, violations, plan.kills, [
    'analyze_image',
    'inspection_id',
    disturbed,
  ])
  await waitForRest(harness, REST_MS)
  const found = await readFindings(harness, disturbed)
  if (JSON.stringify(found) !== JSON.stringify(expected) || found.results.length !== plan.images)
    violations.add(
      'result_changed_by_kill',
      `${JSON.stringify(found).slice(0, 400)} instead of ${JSON.stringify(expected).slice(0, 400)}`,
    )
  const comparison_kills = await checkKilledComparison(harness, violations, plan.kills, [
    undisturbed,
    disturbed,
  ])
  return { inference_kills, comparison_kills }
}

async function checkKilledComparison(
  harness: Harness,
  violations: Violations,
  kills: number,
  [earlier_inspection_id, later_inspection_id]: [string, string],
): Promise<number> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${await harness.tokens.of('alder-member')}` }
    const ask = { method: 'POST', url: `${harness.urls[0]}/v1${path}`, headers, body: jsonBody(body) }
    return JSON.parse((await harness.http.ask(ask)).text)
  }
  const { id } = await post('/comparisons', { earlier_inspection_id, later_inspection_id })
  await waitForRest(harness, REST_MS)
  const expected = await readVerdicts(harness, id)
  await post(`/comparisons/${id}/runs`, {})
  const killed = await killAtWork(harness, violations, kills, ['compare_inspections', 'comparison_id', id])
  await waitForRest(harness, REST_MS)
  const found = await readVerdicts(harness, id)
  if (found.text !== expected.text || found.status !== 'DONE' || found.count === 0)
    violations.add(
      'result_changed_by_kill',
      `comparison ${found.status}: ${found.text.slice(0, 400)} instead of ${expected.text.slice(0, 400)}`,
    )
  return killed
}

async function startDetection(harness: Harness, pictures: TestPicture[]): Promise<string> {
  const client = harness.createClient('inference', 'alder-member')
  const inspection = (await client.createInspection({ tasks: { damage_detection: {} } })) ?? ''
  for (const picture of pictures) await client.createImage(inspection, picture, ['damage_detection'])
  await client.updateTask(inspection, 'damage_detection', 'TODO')
  return inspection
}

type JobOf = [name: string, key: string, id: string]

/** Kills every worker a moment after one of them has taken a job, and starts them again. */
async function killAtWork(
  harness: Harness,
  violations: Violations,
  wanted: number,
  job: JobOf,
): Promise<number> {
  for (let kills = 0; kills < wanted; kills++) {
    if (!(await waitForActiveJob(harness, job))) {
      violations.add('kills_missed_inference', `${job[0]}: ${kills} of ${wanted} kills met a running job`)
      return kills
    }
    // Into the model, beyond reading the picture.
    await delay(100 + 100 * kills)
    for (const worker of harness.workers) {
      await worker.end('SIGKILL')
      // Checked models are loaded: the next kill meets them at work, and not their loading.
      if (kills + 1 < wanted) delete worker.launch.settings.MODEL_CHECKS_DIR
    }
    await startWorkers(harness)
  }
  return wanted
}

async function startWorkers(harness: Harness): Promise<void> {
  for (const worker of harness.workers) if (!worker.running) worker.start()
  for (const worker of harness.workers) await worker.waitReady()
}

async function waitForActiveJob(harness: Harness, [name, key, id]: JobOf): Promise<boolean> {
  const untilMs = performance.now() + REST_MS
  while (performance.now() < untilMs) {
    const jobs = await harness.jobRows<{ state: string }>(
      'select state::text as state from pgboss.job where name = $1 and data->>$2 = $3',
      [name, key, id],
    )
    if (jobs.length > 0 && jobs.every(({ state }) => state === 'completed')) return false
    if (jobs.some(({ state }) => state === 'active')) return true
    await delay(20)
  }
  return false
}

/** Without ids and times: what was found on each picture, and what came of it. */
async function readFindings(harness: Harness, inspection: string) {
  const results = await harness.rows(
    `select i.sha256, r.result from task_results r
     join tasks t on t.org_id = r.org_id and t.id = r.task_id
     join images i on i.org_id = r.org_id and i.id = r.image_id
     where t.inspection_id = $1 and t.name = 'damage_detection' order by i.sha256`,
    [inspection],
  )
  const damages = await harness.rows(
    `select d.damage_type, d.confidence, d.damage_size_cm,
       (select json_agg(json_build_array(i.sha256, v.polygons) order by i.sha256, v.polygons::text)
        from views v join images i on i.org_id = v.org_id and i.id = v.image_id
        where v.org_id = d.org_id and v.damage_id = d.id) as views
     from damages d where d.inspection_id = $1
     order by d.damage_type, d.confidence, d.damage_size_cm, d.id`,
    [inspection],
  )
  return { results, damages }
}

/** All that a comparison says, without times and counts of changes. */
async function readVerdicts(harness: Harness, comparison: string) {
  const [row] = await harness.rows<{ status: string; said: object }>(
    'select status, jsonb_build_array(signals, panels, models, last_number) as said from comparisons where id = $1',
    [comparison],
  )
  const places = await harness.rows(
    "select to_jsonb(p) - 'version' as place from comparison_places p where comparison_id = $1 order by number",
    [comparison],
  )
  return { status: row?.status, count: places.length, text: JSON.stringify([row?.said, places]) }
}
