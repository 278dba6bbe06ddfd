import type { Context } from '../../core/platform/context.ts'
import { captureLinkJson, requireCaptureLink } from './link-queries.ts'
import type { CaptureLink } from './schema.ts'

export async function getCaptureLink(ctx: Context, linkId: string): Promise<CaptureLink> {
  return captureLinkJson(await requireCaptureLink(ctx, linkId, 'read'))
}
