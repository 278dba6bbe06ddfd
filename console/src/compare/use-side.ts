import { useQuery } from '@tanstack/react-query'
import { type Entities, WalkaroundError } from '@walkaround/sdk'
import { picturesOf } from '../review/pictures.ts'
import { inspectionKey, readInspection } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import type { Side } from './compare-facts.ts'

/** One of the two inspections: null while it is read. */
export function useSide(inspectionId: string): { side: Side | null; entities: Entities | null } {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: inspectionKey(inspectionId),
    queryFn: ({ signal }) => readInspection(client, inspectionId, signal),
    enabled: inspectionId !== '',
  })
  const isGone = error instanceof WalkaroundError && (error.status === 404 || error.status === 410)
  if (!data)
    return {
      side: isGone ? { id: inspectionId, isGone, createdAt: null, type: null, pictures: [] } : null,
      entities: null,
    }
  const inspection = data.inspections[inspectionId]
  const isDeleted = Boolean(inspection?.deletedAt)
  return {
    side: {
      id: inspectionId,
      isGone: isDeleted,
      createdAt: inspection?.createdAt ?? null,
      type: inspection?.inspectionType ?? null,
      // Those of a deleted inspection are still listed, and cannot be read.
      pictures: isDeleted ? [] : picturesOf(inspectionId, data),
    },
    entities: data,
  }
}
