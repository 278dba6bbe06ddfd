import { Problem } from '../../core/contracts/problems.ts'
import type { Context } from '../../core/platform/context.ts'
import type { StoredObject } from '../../core/platform/storage.ts'

/** The bytes behind a row. A store that does not answer is our fault, an object that is gone is not there. */
export async function openObject(ctx: Context, key: string): Promise<StoredObject> {
  const object = await ctx.storage.get(key).catch((error) => {
    throw new Problem('unavailable', {}, [], error)
  })
  if (!object) throw new Problem('not_found')
  return object
}
