import type { Readable } from 'node:stream'
import { requireInspection } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { openArchive, type Transfer } from './open-archive.ts'
import { requireExport } from './require-export.ts'

/** Originals tell more than the pictures people see, so that reading alone is not enough. */
export async function exportInspection(
  ctx: Context,
  inspectionId: string,
  transfer: Transfer,
): Promise<Readable> {
  await requireExport(ctx)
  await requireInspection(ctx, inspectionId, 'read')
  return openArchive(ctx, [inspectionId], transfer)
}
