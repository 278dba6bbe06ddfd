import { useRights } from '../../session/permissions.ts'

/** What belongs to the organization and to nobody in it needs the right for all of it. */
export function useReach(action: 'read' | 'write'): boolean {
  return useRights().reachesOrganization(action)
}
