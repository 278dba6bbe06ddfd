import { condition } from '../platform/condition.ts'
import type { Context, TransactionContext } from '../platform/context.ts'
import { Problem } from './problems.ts'
import type { FreeObject } from './schema.ts'

/** What a client stores with a thing, with changes merged in key by key. A list shows it many times, so it is limited. */
export function mergeFree(ctx: Context, stored: FreeObject | null, changes: FreeObject): FreeObject {
  return limitFree(ctx, { ...stored, ...changes })
}

/** The same for what is stored as it came. Every object or list of a client that becomes JSON in a row passes here. */
export function limitFree<T>(ctx: Context, value: T): T {
  const limit_bytes = ctx.config.FREE_DATA_BYTES_MAX
  if (value !== undefined && Buffer.byteLength(JSON.stringify(value)) > limit_bytes)
    throw new Problem('data_too_large', { limit_bytes })
  return value
}

type Limited = 'images' | 'damages' | 'views' | 'pricings' | 'reports'

/** Refuses one more row than an inspection may have, deleted ones included, those that a later run replaced not. Exact with the inspection held. */
export async function requireRoom(
  ctx: TransactionContext,
  resource: Limited,
  inspectionId: string,
  limit: number,
): Promise<void> {
  if ((await roomFor(ctx, resource, inspectionId, limit)) < 1)
    throw new Problem('limit_reached', { resource, limit })
}

/** How many rows more an inspection may have. Exact with the inspection held. */
export async function roomFor(
  ctx: TransactionContext,
  resource: Limited,
  inspectionId: string,
  limit: number,
): Promise<number> {
  const { count } = await ctx.db
    .selectFrom(resource)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', ctx.org_id)
    .where('inspection_id', '=', inspectionId)
    .$if(resource === 'damages' || resource === 'views', (rows) => rows.where(condition`not is_replaced`))
    .executeTakeFirstOrThrow()
  return Math.max(0, limit - count)
}
