import type { OdometerResult } from '../../../core/contracts/findings.ts'
import { type Context, inTransaction } from '../../../core/platform/context.ts'
import { recordFindings } from '../../../inspection/images/record-findings.ts'
import { ModelUnavailable } from '../../inference/model.ts'
import { modelNotReady } from '../../model-not-ready.ts'
import { type AnalysisContext, readWorkingPicture } from '../../working-picture.ts'
import { runOdometer } from './run-odometer.ts'

/**
 * The odometer on a picture that was taken of it, right after its upload: clients show the number while the person
 * still sits in the vehicle. The task reads all such pictures again and concludes from them.
 */
export async function readAtUpload(
  ctx: AnalysisContext,
  inspectionId: string,
  imageId: string,
): Promise<void> {
  const image = await selectUnread(ctx, imageId).executeTakeFirst()
  if (!image) return
  const found = await readOrSayWhy(ctx, imageId, image)
  await inTransaction(ctx, async (ctx) => {
    // Meanwhile its task may have read the picture, or a client deleted it.
    const unread = await selectUnread(ctx, imageId).forNoKeyUpdate('images').executeTakeFirst()
    if (unread) await recordFindings(ctx, inspectionId, 'odometer', [{ image_id: imageId, found }])
  })
}

function selectUnread(ctx: Context, imageId: string) {
  return ctx.db
    .selectFrom('images')
    .innerJoin('image_tasks', (join) =>
      join.onRef('image_tasks.org_id', '=', 'images.org_id').onRef('image_tasks.image_id', '=', 'images.id'),
    )
    .innerJoin('tasks', (join) =>
      join.onRef('tasks.org_id', '=', 'image_tasks.org_id').onRef('tasks.id', '=', 'image_tasks.task_id'),
    )
    .select(['images.image_width', 'images.image_height'])
    .where('images.org_id', '=', ctx.org_id)
    .where('images.id', '=', imageId)
    .where('images.deleted_at', 'is', null)
    .where('images.odometer', 'is', null)
    .where('tasks.name', '=', 'odometer')
}

/** Without the model nothing is read, and whoever waits for it is told so at once. */
async function readOrSayWhy(
  ctx: AnalysisContext,
  imageId: string,
  image: { image_width: number; image_height: number },
): Promise<OdometerResult> {
  try {
    return (await runOdometer(ctx, await readWorkingPicture(ctx, imageId), image)).result
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    ctx.log.warn({ err: error, image_id: imageId }, 'could not read the odometer')
    return { value: null, unit: null, confidence_score: 0, error: modelNotReady('odometer') }
  }
}
