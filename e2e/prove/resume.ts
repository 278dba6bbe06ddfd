import { setTimeout as delay } from 'node:timers/promises'
import { field } from './client.ts'
import type { Harness } from './harness.ts'
import { vary } from './pictures.ts'
import type { Random } from './random.ts'

const IMAGES = 12
const WAIT_MS = 60_000

/**
 * Seconds from the moment a worker freezes with jobs in its hands to the moment another one has committed their
 * results. The dead worker is alone until then, so the jobs are verifiably its own.
 */
export async function measureResume(harness: Harness, random: Random, pictures: Buffer[]): Promise<number> {
  for (const worker of harness.workers) await worker.end('SIGKILL')
  const [victim, heir] = harness.workers
  if (!victim || !heir) throw new Error('two workers are needed')
  const client = harness.createClient('resume', 'alder-member')
  const inspection = (await client.createInspection()) ?? ''
  const images: string[] = []
  for (let n = 0; n < IMAGES; n++) {
    const answer = await client.createImage(inspection, vary(random.pick(pictures), random), ['compliances'])
    if (answer?.status === 201) images.push(field(answer, 'id'))
  }
  await client.updateTask(inspection, 'compliances', 'TODO')
  victim.start()
  const held = await freezeWithJobs(harness, inspection, () => victim.signal('SIGSTOP'))
  const frozenMs = performance.now()
  heir.start()
  await heir.waitReady()
  // The heir may have taken others by now; these must still be in the frozen worker's hands.
  const active = new Set(await activeImages(harness, inspection))
  if (!held.every((image) => active.has(image))) throw new Error('the frozen worker let go of its jobs')
  await victim.end('SIGKILL')
  while ((await countResults(harness, inspection, held)) < held.length) {
    if (performance.now() - frozenMs > WAIT_MS) return WAIT_MS / 1000
    await delay(50)
  }
  return (performance.now() - frozenMs) / 1000
}

/** Freezes the worker the moment it has taken jobs of this inspection; repeats when they were done too quickly. */
async function freezeWithJobs(harness: Harness, inspection: string, freeze: () => void): Promise<string[]> {
  const untilMs = performance.now() + WAIT_MS
  while (performance.now() < untilMs) {
    if ((await activeImages(harness, inspection)).length === 0) continue
    freeze()
    // What it had already sent may still be committed.
    await delay(200)
    const active = await activeImages(harness, inspection)
    const done = await countResults(harness, inspection, active)
    if (active.length > done) return active
    throw new Error('the worker had finished its jobs before it was frozen')
  }
  throw new Error('the worker took no job')
}

async function activeImages(harness: Harness, inspection: string): Promise<string[]> {
  const rows = await harness.jobRows<{ image_id: string }>(
    `select data->>'image_id' as image_id from pgboss.job
     where name = 'analyze_image' and state = 'active' and data->>'inspection_id' = $1`,
    [inspection],
  )
  return rows.map((row) => row.image_id)
}

async function countResults(harness: Harness, inspection: string, images: string[]): Promise<number> {
  const [row] = await harness.rows<{ count: number }>(
    `select count(*)::int as count from task_results r join tasks t on t.org_id = r.org_id and t.id = r.task_id
     where t.inspection_id = $1 and r.image_id = any($2::uuid[])`,
    [inspection, images],
  )
  return row?.count ?? 0
}
