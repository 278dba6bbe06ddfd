import type { JobPayloads } from '../core/contracts/jobs.ts'
import type { Context } from '../core/platform/context.ts'
import { recordCompliances } from '../inspection/images/record-compliances.ts'
import { UNKNOWN_COMPLIANCES } from './tasks/compliances/compliance.ts'

/** Receives the check of a picture whose attempts are used up. Clients stop waiting; a later run may still judge it. */
export async function giveUpImage(ctx: Context, job: JobPayloads['check_image_failed']): Promise<void> {
  await recordCompliances(ctx, job.inspection_id, job.image_id, {
    compliances: UNKNOWN_COMPLIANCES,
    compliances_version: null,
    compliances_provenance: null,
    viewpoint: null,
    has_vehicle: null,
    hidden: null,
  })
}
