import type { Permission } from '../contracts/permissions.ts'
import type { Context } from '../platform/context.ts'
import { type Action, requireInspection, requireOrganization, requirePermission } from './scope.ts'

/**
 * What a caller needs for a write. An action alone is one on the inspection in the path. The operation asks again
 * itself; this is for who must know before the operation runs, or without running it.
 */
export type RouteAccess =
  | Action
  | {
      inspection?: Action
      /** The operation takes a deleted inspection, too. */
      deleted?: true
      /** Whoever holds a capture link of the inspection may call it, too. */
      linked?: true
      organization?: Action
      permission?: Permission
      /** What depends on the body. It is given the parameters and the body that the route's own schemas describe. */
      ofBody?: (ctx: Context, params: never, body: never) => void | Promise<void>
    }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller needs for this write. Every write that needs a token has it. */
    access?: RouteAccess
  }
}

type Declared = { access?: RouteAccess }

/** Refuses a caller whom the operation would refuse, as far as its path tells: no body needs to be read for it. */
export async function requireRouteAccess(ctx: Context, params: unknown, config: Declared): Promise<void> {
  const { inspection, deleted, linked, organization, permission } = readAccess(config)
  if (permission) requirePermission(ctx, permission)
  if (organization) requireOrganization(ctx, organization)
  if (inspection)
    await requireInspection(ctx, inspectionIdOf(params), inspection, {
      deleted: deleted ?? false,
      linked: linked ?? false,
    })
}

/** The same once the body is known and checked: all that the operation itself demands of its caller. */
export async function requireRequestAccess(
  ctx: Context,
  request: { params: unknown; body: unknown },
  config: Declared,
): Promise<void> {
  await requireRouteAccess(ctx, request.params, config)
  // The route's own schemas have checked what its own function is given.
  await readAccess(config).ofBody?.(ctx, request.params as never, request.body as never)
}

function readAccess({ access }: Declared): Exclude<RouteAccess, Action> {
  if (access === undefined) throw new Error('the route does not say what its caller needs')
  return typeof access === 'string' ? { inspection: access } : access
}

function inspectionIdOf(params: unknown): string {
  if (typeof params === 'object' && params !== null && 'inspection_id' in params)
    return String(params.inspection_id)
  throw new Error('the route has access to an inspection, and none in its path')
}
