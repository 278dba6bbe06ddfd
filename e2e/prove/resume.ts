import { setTimeout as delay } from 'node:timers/promises'
import type { Harness } from '../../testing/harness.ts'
import { vary } from '../../testing/pictures.ts'
import type { ServerProcess } from '../../testing/processes.ts'
import type { Random } from '../../testing/random.ts'

const ATTEMPTS = 5
const IMAGES = 12
const WAIT_MS = 60_000

type Job = { image_id: string; state: string }

/**
 * Seconds from the moment a worker freezes with jobs in its hands to the moment another one has committed their
 * results. The dead worker is alone until then, so the jobs are verifiably its own.
 */
export async function measureResume(harness: Harness, random: Random, pictures: Buffer[]): Promise<number> {
  const [victim, heir] = harness.workers
  if (!victim || !heir) throw new Error('two workers are needed')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (const worker of harness.workers) await worker.end('SIGKILL')
    const inspection = await startInspection(harness, random, pictures)
    victim.start()
    const held = await freezeWithJobs(harness, inspection, () => victim.signal('SIGSTOP'))
    const seconds = held.length > 0 ? await measureHeir(harness, { victim, heir }, inspection, held) : null
    if (seconds !== null) return seconds
  }
  throw new Error(`the worker had finished or lost its jobs before it was killed, ${ATTEMPTS} times`)
}

async function startInspection(harness: Harness, random: Random, pictures: Buffer[]): Promise<string> {
  const client = harness.createClient('resume', 'alder-member')
  const inspection = (await client.createInspection()) ?? ''
  for (let n = 0; n < IMAGES; n++)
    await client.createImage(inspection, vary(random.pick(pictures), random), ['compliances'])
  await client.updateTask(inspection, 'compliances', 'TODO')
  return inspection
}

/** Freezes the worker the moment it has taken jobs of this inspection. Empty when they were done too quickly. */
async function freezeWithJobs(harness: Harness, inspection: string, freeze: () => void): Promise<string[]> {
  const untilMs = performance.now() + WAIT_MS
  while (performance.now() < untilMs) {
    const jobs = await listJobs(harness, inspection)
    if (jobs.length > 0 && jobs.every(({ state }) => state === 'completed')) return []
    if (activeImages(jobs).length === 0) continue
    freeze()
    // What it had already sent may still be committed.
    await delay(200)
    const active = activeImages(await listJobs(harness, inspection))
    const done = await countResults(harness, inspection, active)
    return active.length > done ? active : []
  }
  throw new Error('the worker took no job')
}

async function measureHeir(
  harness: Harness,
  { victim, heir }: { victim: ServerProcess; heir: ServerProcess },
  inspection: string,
  held: string[],
): Promise<number | null> {
  const frozenMs = performance.now()
  heir.start()
  await heir.waitReady()
  // The heir may have taken others by now; these must still be in the frozen worker's hands. Where starting takes longer than a
  // heartbeat may be late, the heir takes them at once, and nothing is measured.
  const active = new Set(activeImages(await listJobs(harness, inspection)))
  const isStillHeld = held.every((image) => active.has(image))
  await victim.end('SIGKILL')
  if (!isStillHeld) return null
  while ((await countResults(harness, inspection, held)) < held.length) {
    if (performance.now() - frozenMs > WAIT_MS) return WAIT_MS / 1000
    await delay(50)
  }
  return (performance.now() - frozenMs) / 1000
}

async function listJobs(harness: Harness, inspection: string): Promise<Job[]> {
  return harness.jobRows<Job>(
    `select data->>'image_id' as image_id, state::text as state from pgboss.job
     where name = 'analyze_image' and data->>'inspection_id' = $1`,
    [inspection],
  )
}

function activeImages(jobs: Job[]): string[] {
  return jobs.filter(({ state }) => state === 'active').map(({ image_id }) => image_id)
}

async function countResults(harness: Harness, inspection: string, images: string[]): Promise<number> {
  const [row] = await harness.rows<{ count: number }>(
    `select count(*)::int as count from task_results r join tasks t on t.org_id = r.org_id and t.id = r.task_id
     where t.inspection_id = $1 and r.image_id = any($2::uuid[])`,
    [inspection, images],
  )
  return row?.count ?? 0
}
