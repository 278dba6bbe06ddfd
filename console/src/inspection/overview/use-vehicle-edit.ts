import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Entities,
  type UpdateVehicleBody,
  updateVehicle,
  type Vehicle,
  WalkaroundError,
} from '@walkaround/sdk'
import { inspectionKey, readInspection } from '../../service/read-inspection.ts'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { textOf, type VehicleField } from './vehicle-fields.ts'

export type VehicleEdit = { field: VehicleField; before: string; change: UpdateVehicleBody }

/** Somebody else has changed the same field since it was read. */
export class FieldChanged extends Error {
  readonly current: string
  constructor(current: string) {
    super('the field has changed')
    this.current = current
  }
}

/**
 * Saves one field at a time, each on the version that is known. What somebody else did to another field does not
 * matter; what they did to this one is told.
 */
export function useVehicleEdit() {
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId } = useInspection()
  const key = inspectionKey(inspectionId)
  const shown = (): Vehicle | undefined =>
    Object.values(queries.getQueryData<Entities>(key)?.vehicles ?? {})[0]
  const send = async (change: UpdateVehicleBody) => {
    const version = shown()?.version
    return updateVehicle(client, inspectionId, change, version === undefined ? {} : { version })
  }
  return useMutation({
    // One after the other: each needs the version the one before has made.
    scope: { id: `vehicle ${inspectionId}` },
    mutationFn: async ({ field, before, change }: VehicleEdit) => {
      try {
        requireSame(shown(), field, before)
        return await send(change)
      } catch (error) {
        if (!(error instanceof WalkaroundError) || error.code !== 'version_stale') throw error
        queries.setQueryData(key, await readInspection(client, inspectionId))
        requireSame(shown(), field, before)
        return send(change)
      }
    },
    // What speaks against a VIN is told only where the inspection is read.
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    onSuccess: ({ entities, result }) =>
      queries.setQueryData<Entities>(key, (old) => {
        const [saved, kept] = [entities.vehicles[result], old?.vehicles[result]]
        if (!old || !saved) return old
        return { ...old, vehicles: { ...old.vehicles, [result]: { ...kept, ...saved } } }
      }),
  })
}

function requireSame(vehicle: Vehicle | undefined, field: VehicleField, before: string): void {
  const current = vehicle ? textOf(vehicle, field) : ''
  if (current !== before) throw new FieldChanged(current)
}
