import type { JobPayloads } from '../contracts/jobs.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { openRun, recordResult } from '../tasks/run.ts'
import { type ImageResult, runCompliances } from './run-compliances.ts'

type Pipeline = (
  ctx: Context,
  inspectionId: string,
  imageId: string,
  options: { deleted: boolean },
) => Promise<ImageResult | null>

/** What turns a picture into a result, by task. A task in MODEL_TASKS has a row here. */
const PIPELINES: Record<string, Pipeline> = { compliances: runCompliances }

/** One picture of a started task. The pixels are read outside the transaction, the result is fenced inside it. */
export async function analyzeImage(ctx: Context, job: JobPayloads['analyze_image']): Promise<void> {
  const open = await inTransaction(ctx, (ctx) => openRun(ctx, job))
  if (!open) return
  const pipeline = PIPELINES[open.name]
  if (!pipeline) throw new Error(`there is no pipeline for the task ${open.name}`)
  // The pictures of a run are fixed at its start. One that was deleted since is analyzed all the same: the run must
  // end, and its result says what was seen on the pictures it was started with.
  const found = await pipeline(ctx, job.inspection_id, job.image_id, { deleted: true })
  if (!found) throw new Error(`image ${job.image_id} of a started task does not exist`)
  await inTransaction(ctx, (ctx) => recordResult(ctx, job, job.image_id, found.result, found.origin))
}
