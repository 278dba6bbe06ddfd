import type { Context } from '../../core/platform/context.ts'
import { objectionJson, requireObjection } from './queries.ts'
import type { Objection } from './schema.ts'

export async function getObjection(ctx: Context, objectionId: string): Promise<Objection> {
  return objectionJson(ctx, await requireObjection(ctx, objectionId, 'read'))
}
