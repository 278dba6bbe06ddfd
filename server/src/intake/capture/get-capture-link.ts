import type { Context } from '../../core/platform/context.ts'
import { linkJson, requireLink } from './link-queries.ts'
import type { CaptureLink } from './schema.ts'

export async function getCaptureLink(ctx: Context, linkId: string): Promise<CaptureLink> {
  return linkJson(await requireLink(ctx, linkId, 'read'))
}
