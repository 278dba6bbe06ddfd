import { requireInspection } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { readCapture } from './read-capture.ts'
import type { Capture } from './schema.ts'

export async function getCapture(ctx: Context, inspectionId: string): Promise<Capture> {
  await requireInspection(ctx, inspectionId, 'read', { linked: true })
  return readCapture(ctx, inspectionId)
}
