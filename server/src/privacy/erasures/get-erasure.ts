import { requireOrganization } from '../../core/access/scope.ts'
import type { Context } from '../../core/platform/context.ts'
import { readErasure } from './queries.ts'
import type { Erasure } from './schema.ts'

export async function getErasure(ctx: Context, erasureId: string): Promise<Erasure> {
  requireOrganization(ctx, 'read')
  return readErasure(ctx, erasureId)
}
