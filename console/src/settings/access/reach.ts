import { TASK_PERMISSIONS } from '@walkaround/catalog/tasks'
import {
  inspectionsPermission as inspections,
  ORIGINALS_PERMISSION,
  QUOTAS_PERMISSION,
} from '../../session/permissions.ts'

const ACTIONS = ['read', 'update', 'write'] as const

/** How far a right goes: to everything of the organization, to what one made, or nowhere. */
export type Reach = 'organization' | 'own' | 'none'

/** A right in words is `access.right.<name>`; `permission` is the one that gives it as far as it goes. */
export type Right = { name: string; reach: Reach | 'yes'; permission: string }

/** What the permissions of a token let one do with inspections. `_all` ends at the organization, as everything does. */
export function rightsOf(permissions: readonly string[]): Right[] {
  const has = (action: string) => permissions.includes(inspections(action))
  const create: Right = {
    name: 'create',
    reach: has('create') ? 'yes' : 'none',
    permission: inspections('create'),
  }
  const others = ACTIONS.map((action): Right => {
    const wide = [`${action}_organization`, `${action}_all`].find(has)
    if (wide) return { name: action, reach: 'organization', permission: inspections(wide) }
    return { name: action, reach: has(action) ? 'own' : 'none', permission: inspections(action) }
  })
  const webhooks = (name: string, action: string): Right => {
    const wide = [`${action}_organization`, `${action}_all`].find(has)
    return {
      name,
      reach: wide ? 'yes' : 'none',
      permission: inspections(wide ?? `${action}_organization`),
    }
  }
  const quotas: Right = {
    name: 'change_quotas',
    reach: permissions.includes(QUOTAS_PERMISSION) ? 'yes' : 'none',
    permission: QUOTAS_PERMISSION,
  }
  const originals: Right = {
    name: 'open_originals',
    reach: permissions.includes(ORIGINALS_PERMISSION) ? 'yes' : 'none',
    permission: ORIGINALS_PERMISSION,
  }
  return [
    create,
    ...others,
    originals,
    webhooks('see_webhooks', 'read'),
    webhooks('change_webhooks', 'write'),
    quotas,
  ]
}

/** The tasks that one may ask for. */
export function taskRightsOf(permissions: readonly string[]): Right[] {
  return TASK_PERMISSIONS.map(({ task, permission }) => ({
    name: task,
    reach: permissions.includes(permission) ? 'yes' : 'none',
    permission,
  }))
}

/** What the service does not know gives no right; it is shown so that nobody wonders. */
export function unknownOf(permissions: readonly string[]): string[] {
  const known = new Set<string>([
    ...TASK_PERMISSIONS.map(({ permission }) => permission),
    inspections('create'),
    ORIGINALS_PERMISSION,
    QUOTAS_PERMISSION,
    ...ACTIONS.flatMap((action) => [action, `${action}_organization`, `${action}_all`]).map(inspections),
  ])
  return permissions.filter((permission) => !known.has(permission))
}
