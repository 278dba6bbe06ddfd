import { requireInspection } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { readWithinLimit, selectTasks, taskJson } from './queries.ts'
import type { Task } from './schema.ts'

/** Keyed by name. The oldest clients look for the OCR task under `image_ocr`, so it stands under both. */
export async function listTasks(ctx: Context, inspectionId: string): Promise<Record<string, Task>> {
  await requireInspection(ctx, inspectionId, 'read')
  const rows = await readWithinLimit(ctx, selectTasks(ctx).where('tasks.inspection_id', '=', inspectionId))
  const tasks = Object.fromEntries(rows.map((row) => [row.name, taskJson(row)]))
  const ocr = tasks.images_ocr
  return ocr ? { ...tasks, image_ocr: ocr } : tasks
}
