import type { Inspection } from '@walkaround/sdk'
import { rightsOf } from '../session/permissions.ts'
import { type Person, useSession } from '../session/session.ts'

export function useCanEdit(inspection: Inspection | undefined): boolean {
  const person = useSession((session) => session.person)
  return canEdit(person, inspection)
}

export function canEdit(person: Person | null, inspection: Inspection | undefined): boolean {
  if (!inspection || inspection.deletedAt) return false
  return rightsOf(person).mayOn('write', inspection.ownerId)
}
