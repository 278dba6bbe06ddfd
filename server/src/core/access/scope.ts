import type { Permission } from '../contracts/permissions.ts'
import { Problem } from '../contracts/problems.ts'
import { requireRow } from '../contracts/require-row.ts'
import type { Context } from '../platform/context.ts'

export type Action = 'read' | 'update' | 'write'

export const OWNERSHIP_FILTERS = ['own_resources', 'organization_resources', 'all_resources'] as const
export type OwnershipFilter = (typeof OWNERSHIP_FILTERS)[number]

const OWN = {
  read: 'monk_core_api:inspections:read',
  update: 'monk_core_api:inspections:update',
  write: 'monk_core_api:inspections:write',
} as const satisfies Record<Action, Permission>

export function requirePermission(ctx: Context, permission: Permission): void {
  if (!ctx.principal.permissions.has(permission)) throw new Problem('permission_missing', { permission })
}

/** Whether the caller reaches all inspections of the organization or only their own. */
function reachesOrganization(ctx: Context, action: Action): boolean {
  const { permissions } = ctx.principal
  if (permissions.has(`${OWN[action]}_organization`) || permissions.has(`${OWN[action]}_all`)) return true
  requirePermission(ctx, OWN[action])
  return false
}

/** For what is the organization's own and nobody's in it, such as its webhook endpoints. */
export function requireOrganization(ctx: Context, action: Action): void {
  const permission = `${OWN[action]}_organization` as const
  if (!ctx.principal.permissions.has(`${OWN[action]}_all`)) requirePermission(ctx, permission)
}

/** For what shows how the organization is administered: to whoever reads all of it, and to the operator. */
export function requireOperatorOrReader(ctx: Context): void {
  if (!ctx.principal.permissions.has('monk_core_api:quotas:write')) requireOrganization(ctx, 'read')
}

/** Which inspections of the organization a caller reaches: all, those they own or created, or that of their capture link. */
export type Reach = 'all' | 'owned' | 'created' | 'linked'

/** Who may do it beside those with the permission. `linked`: whoever holds a capture link of the inspection. */
export type Holders = { linked?: boolean }

/** A link's holder has no permission, so that without `linked` they are refused as everybody without one. */
export function reachOf(ctx: Context, action: Action, { linked = false }: Holders = {}): Reach {
  if (linked && ctx.principal.link) return 'linked'
  return reachesOrganization(ctx, action) ? 'all' : 'owned'
}

export function reachedInspections(ctx: Context, reach: Reach) {
  const inspections = ctx.db.selectFrom('inspections').where('inspections.org_id', '=', ctx.org_id)
  if (reach === 'owned') return inspections.where('inspections.owner_id', '=', ctx.principal.subject)
  if (reach === 'created') return inspections.where('inspections.creator_id', '=', ctx.principal.subject)
  if (reach === 'linked')
    return inspections.where('inspections.id', '=', ctx.principal.link?.inspection_id ?? null)
  return inspections
}

/** The inspections the caller may act on. Every operation on an inspection starts here. */
export function visibleInspections(ctx: Context, action: Action, holders: Holders = {}) {
  return reachedInspections(ctx, reachOf(ctx, action, holders))
}

/** Whether a list shows only what the caller owns. `all_resources` ends at the organization, as everything does. */
export function listsOwnOnly(ctx: Context, filter: OwnershipFilter): boolean {
  const reaches = reachesOrganization(ctx, 'read')
  if (filter === 'own_resources') return true
  if (!reaches)
    throw new Problem('permission_missing', { permission: 'monk_core_api:inspections:read_organization' })
  return false
}

/** The inspections a list may show. */
export function listedInspections(ctx: Context, filter: OwnershipFilter) {
  return reachedInspections(ctx, listsOwnOnly(ctx, filter) ? 'owned' : 'all')
}

/** The kept counts of the inspections a list may show. */
export function listedCounts(ctx: Context, filter: OwnershipFilter) {
  const counts = ctx.db.selectFrom('inspection_counts').where('inspection_counts.org_id', '=', ctx.org_id)
  return listsOwnOnly(ctx, filter)
    ? counts.where('inspection_counts.owner_id', '=', ctx.principal.subject)
    : counts
}

/** The timeline entries of the inspections the caller may read. */
export function visibleTimelineEntries(ctx: Context) {
  const entries = ctx.db.selectFrom('timeline_entries').where('timeline_entries.org_id', '=', ctx.org_id)
  if (reachOf(ctx, 'read') === 'all') return entries
  return entries.where('timeline_entries.owner_id', '=', ctx.principal.subject)
}

/** Refuses an inspection the caller cannot see with the same answer as one that never existed. */
export async function requireInspection(
  ctx: Context,
  inspectionId: string,
  action: Action,
  options: { deleted?: boolean } & Holders = {},
): Promise<{ deleted_at: string | null; version: number }> {
  let query = visibleInspections(ctx, action, options)
    .select(['deleted_at', 'version'])
    .where('id', '=', inspectionId)
  if (!options.deleted) query = query.where('deleted_at', 'is', null)
  return requireRow(inspectionId, query)
}
