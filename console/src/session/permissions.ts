import { useMemo } from 'react'
import { type Person, useSession } from './session.ts'

type Action = 'read' | 'update' | 'write'
type Rights = {
  mayCreate: boolean
  /** Whether others' inspections can be reached, too. */
  reachesOrganization: (action: Action) => boolean
  /** Whether the action is allowed on at least some inspections. */
  may: (action: Action) => boolean
  mayOn: (action: Action, ownerId: string | undefined) => boolean
  holds: (permission: string) => boolean
}

export const inspectionsPermission = (action: string) => `monk_core_api:inspections:${action}`
/** To see what is hidden on pictures. */
export const ORIGINALS_PERMISSION = 'monk_core_api:originals:read'
/** The operator's, and nobody's in the organization. */
export const QUOTAS_PERMISSION = 'monk_core_api:quotas:write'

export function rightsOf(person: Person | null): Rights {
  const has = (name: string) => person?.permissions.includes(name) ?? false
  const hasFor = (action: string) => has(inspectionsPermission(action))
  const reachesOrganization = (action: Action) => hasFor(`${action}_organization`) || hasFor(`${action}_all`)
  return {
    mayCreate: hasFor('create'),
    reachesOrganization,
    may: (action) => reachesOrganization(action) || hasFor(action),
    mayOn: (action, ownerId) =>
      reachesOrganization(action) || (hasFor(action) && ownerId === person?.subject),
    holds: has,
  }
}

/** What the person may do, as far as their token says. The service decides; this hides what it would refuse. */
export function useRights(): Rights {
  const person = useSession((session) => session.person)
  return useMemo(() => rightsOf(person), [person])
}
