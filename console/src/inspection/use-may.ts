import { useRights } from '../session/permissions.ts'
import { useInspection } from './inspection-context.ts'

/** For this inspection: `update` adds pictures and starts tasks, `write` corrects, ends and validates. */
export function useMay(action: 'update' | 'write'): boolean {
  const { inspectionId, entities } = useInspection()
  return useRights().mayOn(action, entities.inspections[inspectionId]?.ownerId)
}
