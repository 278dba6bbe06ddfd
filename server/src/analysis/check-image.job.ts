import type { JobPayloads } from '../contracts/jobs.ts'
import type { Context } from '../platform/context.ts'
import { runCompliances } from './run-compliances.ts'

/** Checks a picture right after its upload, whatever the state of the compliances task. Nobody waits for a deleted one. */
export async function checkImage(ctx: Context, job: JobPayloads['check_image']): Promise<void> {
  await runCompliances(ctx, job.inspection_id, job.image_id, { deleted: false })
}
