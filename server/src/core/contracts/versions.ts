import type { Context } from '../platform/context.ts'
import { Problem } from './problems.ts'

/** Refuses to change what the caller has not seen. Call it with the row locked. */
export function requireVersion(ctx: Context, version: number): void {
  if (ctx.versions && !ctx.versions.includes(version)) throw new Problem('version_stale', { version })
}
