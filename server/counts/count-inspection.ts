import { analyzeImage } from '../src/analysis/analyze-image.job.ts'
import { checkImage } from '../src/analysis/check-image.job.ts'
import { finishTask } from '../src/analysis/finish-task.job.ts'
import type { Run } from '../src/inspection/tasks/run.ts'
import { createImage, createInspection, waitFor } from '../test/factories.ts'
import { scratchOf } from '../test/found-damages.ts'
import type { Service } from '../test/own-service.ts'
import { recordResults, startRun, workerContext } from '../test/runs.ts'
import { isAudit, settle, type Watched } from './count-requests.ts'
import type { Figures } from './recorded-counts.ts'
import { createExample } from './requests.ts'
import { isOfRequest } from './sent-statements.ts'

const RESULT = {
  damages: [scratchOf()],
  has_deployed_airbag: false,
  vehicle: null,
  scale_source: null,
  min_resolvable_mm: null,
}

/**
 * From the creation of an inspection to the end of its tasks, step by step: two pictures, and what a worker does with them when no model is
 * installed. What the job engine asks to take and to end its jobs comes beside that, at times of its own.
 */
export async function countInspection(watched: Watched): Promise<Record<string, Figures>> {
  const { service, sent, notifications } = watched
  const counts: Record<string, Figures> = {}
  const step = async <T>(name: string, by: 'request' | 'job', work: () => Promise<T>): Promise<T> => {
    await settle(watched)
    await notifications.take()
    const from = sent.length
    const done = await work()
    await waitFor('the audit', async () => by === 'job' || sent.slice(from).some(isAudit))
    const own = sent.slice(from).filter(isOfRequest)
    const heard = await notifications.take()
    const count = (channel: string) => heard.filter((one) => one === channel).length
    counts[name] = {
      round_trips: own.length,
      commits: own.filter(({ text }) => /^commit\b/i.test(text)).length,
      transactions: own.filter(({ endedTransaction }) => endedTransaction).length,
      notifications_of_events: count('walkaround_events'),
      notifications_of_jobs: count('jobs'),
      notifications: heard.length,
    }
    return done
  }
  // A process looks at some things once, and keeps them.
  await createExample(service)
  const ctx = workerContext(service)
  const id = await step('create', 'request', () =>
    createInspection(service, { tasks: { damage_detection: {} } }),
  )
  const images: string[] = []
  for (const ordinal of ['first', 'second'])
    images.push(
      await step(`${ordinal} picture`, 'request', () =>
        createImage(service, id, { tasks: ['damage_detection'] }),
      ),
    )
  for (const [n, image_id] of images.entries())
    await step(`check of picture ${n + 1}`, 'job', () =>
      checkImage(ctx, { org_id: ctx.org_id, inspection_id: id, image_id }),
    )
  const run = await step('start', 'request', () => startRun(service, id, 'damage_detection'))
  for (const [n, image] of images.entries())
    await step(`damage_detection of picture ${n + 1}`, 'job', () =>
      recordResults(ctx, run, { [image]: RESULT }),
    )
  await step('end of damage_detection', 'job', () => finishTask(ctx, run))
  // Started with the other one.
  const [other] = await service.rows(
    "select id as task_id, generation from tasks where inspection_id = $1 and name = 'compliances'",
    [id],
  )
  const checks: Run = { ...run, ...other }
  for (const [n, image_id] of images.entries())
    await step(`compliances of picture ${n + 1}`, 'job', () => analyzeImage(ctx, { ...checks, image_id }))
  await step('end of compliances', 'job', () => finishTask(ctx, checks))
  await requireDone(service, id)
  return { ...counts, 'the whole inspection': sumOf(Object.values(counts)) }
}

async function requireDone(service: Service, id: string): Promise<void> {
  const tasks = await service.rows('select name, status from tasks where inspection_id = $1', [id])
  const open = tasks.filter(({ status }) => status !== 'DONE')
  if (tasks.length !== 2 || open.length > 0) throw new Error(`not at its end: ${JSON.stringify(tasks)}`)
}

function sumOf(all: readonly Figures[]): Figures {
  const sum: Record<string, number> = {}
  for (const figures of all)
    for (const [key, figure] of Object.entries(figures)) sum[key] = (sum[key] ?? 0) + Number(figure)
  return sum
}
