import { useSession } from '../../session/session.ts'

const NONE: readonly string[] = []

export function usePermissions(): readonly string[] {
  return useSession((session) => session.person?.permissions ?? NONE)
}
