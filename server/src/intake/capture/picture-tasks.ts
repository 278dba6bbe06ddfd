import type { CaptureStep } from '@walkaround/catalog/capture-steps'
import type { OcrImageType } from '../../core/contracts/findings.ts'
import { findTask } from '../../core/contracts/tasks.ts'
import type { Context } from '../../core/platform/context.ts'
import type { CreateImage } from '../../inspection/images/schema.ts'

/** What is read on a picture, and what the task is told of it. */
const READINGS: Record<string, Record<string, { image_type?: OcrImageType }>> = {
  plate: { images_ocr: {} },
  vin: { images_ocr: { image_type: 'VIN' } },
  registration: { images_ocr: { image_type: 'VEHICLE_REGISTRATION_PAPERS_FR' } },
  odometer: { odometer: {}, dashboard_ocr: {} },
  dashboard: { warning_lights: {}, dashboard_ocr: {} },
}

/** The tasks of the inspection that look at a picture of this step. Those that have started take no more. */
export async function listPictureTasks(
  ctx: Context,
  inspectionId: string,
  step: string,
  shows: CaptureStep['shows'],
): Promise<NonNullable<CreateImage['tasks']>> {
  const tasks = await ctx.db
    .selectFrom('tasks')
    .select('name')
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .where('status', '=', 'NOT_STARTED')
    .orderBy('id')
    .execute()
  const readings = READINGS[step] ?? {}
  const isOutside = shows !== 'text' && shows !== 'interior'
  return tasks.flatMap(({ name }): NonNullable<CreateImage['tasks']> => {
    const { pictures = 'none', automatic = false } = findTask(name) ?? {}
    if (readings[name]) return [{ name, image_details: readings[name] }]
    if (pictures === 'any' && automatic) return [name]
    return isOutside && (pictures === 'vehicle' || pictures === 'any') ? [name] : []
  })
}
