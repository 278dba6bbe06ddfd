import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Violations } from './campaign.ts'
import type { Harness } from './harness.ts'
import { readPicture, type TestPicture } from './pictures.ts'
import { waitForRest } from './quiescence.ts'

const SAMPLES = fileURLToPath(new URL('../../../shared/data/damage/hitl-cc0/images/', import.meta.url))
const IMAGES = 4
const KILLS = 3
const REST_MS = 120_000

export const INFERENCE_KINDS = ['result_changed_by_kill', 'kills_missed_inference']

/** The same pictures twice, once with kill -9 while models are at work on them: the findings must be the same. */
export async function checkKilledInference(harness: Harness, violations: Violations): Promise<number> {
  const pictures = readdirSync(SAMPLES)
    .filter((file) => /\.(jpe?g|png)$/.test(file))
    .sort()
    .slice(0, IMAGES)
    .map((file) => readPicture(`${SAMPLES}${file}`))
  await startWorkers(harness)
  const undisturbed = await startDetection(harness, pictures)
  await waitForRest(harness, REST_MS)
  const expected = await readFindings(harness, undisturbed)
  const disturbed = await startDetection(harness, pictures)
  const kills = await killAtWork(harness, disturbed)
  if (kills < KILLS) violations.add('kills_missed_inference', `${kills} of ${KILLS} kills met a running job`)
  await waitForRest(harness, REST_MS)
  const found = await readFindings(harness, disturbed)
  if (JSON.stringify(found) !== JSON.stringify(expected) || found.results.length !== IMAGES)
    violations.add(
      'result_changed_by_kill',
      `${JSON.stringify(found).slice(0, 400)} instead of ${JSON.stringify(expected).slice(0, 400)}`,
    )
  return kills
}

async function startDetection(harness: Harness, pictures: TestPicture[]): Promise<string> {
  const client = harness.createClient('inference', 'alder-member')
  const inspection = (await client.createInspection({ tasks: { damage_detection: {} } })) ?? ''
  for (const picture of pictures) await client.createImage(inspection, picture, ['damage_detection'])
  await client.updateTask(inspection, 'damage_detection', 'TODO')
  return inspection
}

/** Kills every worker a moment after one of them has taken a picture of the inspection, and starts them again. */
async function killAtWork(harness: Harness, inspection: string): Promise<number> {
  for (let kills = 0; kills < KILLS; kills++) {
    if (!(await waitForActiveJob(harness, inspection))) return kills
    // Into the model, beyond reading the picture.
    await delay(100 + 100 * kills)
    for (const worker of harness.workers) {
      await worker.end('SIGKILL')
      // Checked models are loaded: the next kill meets them at work, and not their loading.
      delete worker.launch.settings.MODEL_CHECKS_DIR
    }
    await startWorkers(harness)
  }
  return KILLS
}

async function startWorkers(harness: Harness): Promise<void> {
  for (const worker of harness.workers) if (!worker.running) worker.start()
  for (const worker of harness.workers) await worker.waitReady(60_000)
}

async function waitForActiveJob(harness: Harness, inspection: string): Promise<boolean> {
  const untilMs = performance.now() + REST_MS
  while (performance.now() < untilMs) {
    const jobs = await harness.jobRows<{ state: string }>(
      `select state::text as state from pgboss.job where name = 'analyze_image' and data->>'inspection_id' = $1`,
      [inspection],
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
