import type { TransactionContext } from '../platform/context.ts'
import type { QueueSettings } from '../platform/jobs.ts'

/** Payloads are ids only: what a job needs it reads when it runs. */
export type JobPayloads = {
  check_image: { org_id: string; inspection_id: string; image_id: string }
  check_image_failed: JobPayloads['check_image']
  find_bystanders: JobPayloads['check_image']
  find_objection_bystanders: JobPayloads['check_image']
  analyze_image: {
    org_id: string
    inspection_id: string
    task_id: string
    generation: number
    image_id: string
  }
  analyze_image_failed: JobPayloads['analyze_image']
  finish_task: { org_id: string; inspection_id: string; task_id: string; generation: number }
  finish_task_failed: JobPayloads['finish_task']
  replay_task: { org_id: string; inspection_id: string; replay_id: string }
  replay_task_failed: JobPayloads['replay_task']
  make_report: { org_id: string; inspection_id: string; report_id: string }
  make_report_failed: JobPayloads['make_report']
  compare_inspections: { org_id: string; comparison_id: string; run: number }
  compare_inspections_failed: JobPayloads['compare_inspections']
  compare_return: { org_id: string; inspection_id: string }
  erase_data: { org_id: string; erasure_id: string }
  continue_erasures: { org_id: string }
  apply_retention: { org_id: string }
  make_checkpoints: { org_id: string }
  sweep_uploads: { org_id: string }
  tidy_tables: { org_id: string }
}

export type JobName = keyof JobPayloads

// The first retry comes after a second and later ones every ten: a model server or an object store may be away for
// three minutes.
const OUTAGE_RETRIES = 22

export const QUEUES: Record<JobName, QueueSettings> = {
  check_image: { retries: OUTAGE_RETRIES, expireS: 120, large: true, deadLetter: 'check_image_failed' },
  check_image_failed: { retries: 20, expireS: 60, large: false },
  // Whoever opens the picture again asks again.
  find_bystanders: { retries: 2, expireS: 120, large: false },
  find_objection_bystanders: { retries: 2, expireS: 120, large: false },
  analyze_image: { retries: OUTAGE_RETRIES, expireS: 300, large: true, deadLetter: 'analyze_image_failed' },
  analyze_image_failed: { retries: 20, expireS: 60, large: false },
  finish_task: { retries: 5, expireS: 60, large: false, deadLetter: 'finish_task_failed' },
  finish_task_failed: { retries: 20, expireS: 60, large: false },
  // One job makes a whole run again, on as many pictures as an inspection may have.
  replay_task: { retries: 2, expireS: 3_600, large: false, deadLetter: 'replay_task_failed' },
  replay_task_failed: { retries: 20, expireS: 60, large: false },
  make_report: { retries: OUTAGE_RETRIES, expireS: 300, large: false, deadLetter: 'make_report_failed' },
  make_report_failed: { retries: 20, expireS: 60, large: false },
  // One job looks at all pictures of two inspections.
  compare_inspections: {
    retries: OUTAGE_RETRIES,
    expireS: 3_600,
    large: false,
    deadLetter: 'compare_inspections_failed',
  },
  compare_inspections_failed: { retries: 20, expireS: 60, large: false },
  compare_return: { retries: 20, expireS: 60, large: false },
  erase_data: { retries: 2, expireS: 300, large: false },
  continue_erasures: { retries: 2, expireS: 300, large: false },
  apply_retention: { retries: 2, expireS: 300, large: false },
  make_checkpoints: { retries: 2, expireS: 300, large: false },
  sweep_uploads: { retries: 2, expireS: 300, large: false },
  tidy_tables: { retries: 2, expireS: 300, large: false },
}

/** Takes a transaction only: a job exists exactly when the change behind it is committed. */
export async function enqueue<N extends JobName>(
  ctx: TransactionContext,
  name: N,
  payload: JobPayloads[N],
): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, name, addTrace(ctx, payload))
}

/** The same for what many may ask for at once: within a minute, one job of the queue has this key. */
export async function enqueueOnce<N extends JobName>(
  ctx: TransactionContext,
  name: N,
  payload: JobPayloads[N],
  key: string,
): Promise<void> {
  await ctx.jobs.enqueueOnce(ctx.db, name, addTrace(ctx, payload), key)
}

/** A job goes on with the trace of whatever made it. */
const addTrace = <P extends object>({ traceparent }: TransactionContext, payload: P): P =>
  traceparent === null ? payload : { ...payload, traceparent }

/** A job for each picture, then one that finishes the task when all of them are complete. */
export async function enqueueTaskGraph(
  ctx: TransactionContext,
  run: JobPayloads['finish_task'],
  imageIds: readonly string[],
): Promise<string> {
  return ctx.jobs.enqueueGraph(
    ctx.db,
    imageIds.map((image_id) => ({ queue: 'analyze_image', payload: addTrace(ctx, { ...run, image_id }) })),
    { queue: 'finish_task', payload: addTrace(ctx, run) },
  )
}
