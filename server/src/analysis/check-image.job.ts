import type { JobPayloads } from '../contracts/jobs.ts'
import { runCompliances } from './tasks/compliances/run-compliances.ts'
import { readAtUpload } from './tasks/odometer/read-at-upload.ts'
import type { AnalysisContext } from './working-picture.ts'

/** Looks at a picture right after its upload, whatever the state of its tasks. Nobody waits for a deleted one. */
export async function checkImage(ctx: AnalysisContext, job: JobPayloads['check_image']): Promise<void> {
  await runCompliances(ctx, job.inspection_id, job.image_id, { deleted: false })
  await readAtUpload(ctx, job.inspection_id, job.image_id)
}
