import type { Config } from './config.ts'
import { createFairGate, type Entry, type FairGate, type Leave } from './fair-gate.ts'
import type { Principal } from './identity.ts'
import type { QuotaSource } from './quota-limits.ts'

/** Room for files in flight, from before their first byte until they are removed from TEMPORARY_DIR. */
export type UploadSlots = {
  gates: FairGate[]
  enter: (principal: Principal, bytes: number, signal?: AbortSignal) => Promise<Leave>
}

const QUEUE = { waitingShare: 600, waitingMax: 2_000, waitMsMax: 60_000 }

/**
 * Limits files by count and by bytes, of one caller, of one organization and of the process. Whoever waits is not read
 * from: clients do not repeat a refused upload, and an unread one costs nothing.
 */
export function createUploadSlots(config: Config, quotas: QuotaSource): UploadSlots {
  const countMax = config.UPLOADS_IN_FLIGHT_MAX
  const bytesMax = config.UPLOAD_BYTES_IN_FLIGHT_MAX
  const create = (name: string, capacity: number, share: number) =>
    createFairGate({ name, capacity, share, ...QUEUE })
  const callers = create('uploads of one caller', Infinity, config.UPLOADS_IN_FLIGHT_PER_CALLER_MAX)
  const callerBytes = create('bytes of uploads of one caller', Infinity, bytesMax / 4)
  const places = create('uploads', countMax, countMax)
  const placeBytes = create('bytes of uploads', bytesMax, bytesMax / 2)
  return {
    gates: [callers, callerBytes, places, placeBytes],
    enter: async ({ org_id, subject }, bytes, signal) => {
      const caller = JSON.stringify([org_id, subject])
      // Always in this order: nobody who has a place of one kind waits for somebody who waits for it.
      const steps: [FairGate, string, Entry][] = [
        [callers, caller, {}],
        [callerBytes, caller, { cost: bytes }],
        [places, org_id, { share: quotas.of(org_id).uploads_in_flight_max }],
        [placeBytes, org_id, { cost: bytes }],
      ]
      const held: Leave[] = []
      const leave = () => {
        for (const step of held.splice(0)) step()
      }
      try {
        for (const [gate, key, entry] of steps)
          held.push(await gate.enter(key, { ...entry, ...(signal ? { signal } : {}) }))
        return leave
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
