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
  /** Whether a task may be asked for; those that need no permission of their own always. */
  mayAskFor: (task: string) => boolean
}

const INSPECTIONS = 'monk_core_api:inspections:'
const TASKS_WITH_PERMISSION = [
  'damage_detection',
  'wheel_analysis',
  'images_ocr',
  'repair_estimate',
  'compliances',
]

export function rightsOf(person: Person | null): Rights {
  const has = (name: string) => person?.permissions.includes(name) ?? false
  const reachesOrganization = (action: Action) =>
    has(`${INSPECTIONS}${action}_organization`) || has(`${INSPECTIONS}${action}_all`)
  const isOwnAllowed = (action: Action) => has(`${INSPECTIONS}${action}`)
  return {
    mayCreate: has(`${INSPECTIONS}create`),
    reachesOrganization,
    may: (action) => reachesOrganization(action) || isOwnAllowed(action),
    mayOn: (action, ownerId) =>
      reachesOrganization(action) || (isOwnAllowed(action) && ownerId === person?.subject),
    mayAskFor: (task) => !TASKS_WITH_PERMISSION.includes(task) || has(`monk_core_api:${task}`),
  }
}

/** What the person may do, as far as their token says. The service decides; this hides what it would refuse. */
export function useRights(): Rights {
  const person = useSession((session) => session.person)
  return useMemo(() => rightsOf(person), [person])
}
