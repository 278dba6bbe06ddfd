import type { JobPayloads } from '../core/contracts/jobs.ts'
import { readCapturePicture } from './read-capture-picture.ts'
import { TASK_ANALYSES } from './task-analyses.ts'
import type { AnalysisContext } from './working-picture.ts'

/** Looks at a picture right after its upload, whatever the state of its tasks. Nobody waits for a deleted one. */
export async function checkImage(ctx: AnalysisContext, job: JobPayloads['check_image']): Promise<void> {
  for (const { atUpload } of Object.values(TASK_ANALYSES))
    await atUpload?.(ctx, job.inspection_id, job.image_id)
  await readCapturePicture(ctx, job.inspection_id, job.image_id)
}
