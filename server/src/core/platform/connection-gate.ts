import { createFairGate, type FairGate } from './fair-gate.ts'

/**
 * One organization whose requests wait for each other, for a row's lock say, must leave connections to the others. One
 * is kept for what belongs to no organization: positions of events, tickets, sweeps.
 */
export function createConnectionGate(connections: number): FairGate {
  const capacity = Math.max(1, connections - 1)
  return createFairGate({
    name: 'connections',
    capacity,
    share: Math.max(1, Math.ceil(capacity * 0.6)),
    waitingShare: 500,
    waitingMax: 2_000,
    waitMsMax: 10_000,
  })
}
