/** The process clock, for signed URLs and time-outs. Leases and states go by the database's clock. */
export type Clock = { nowMs: () => number }

export const systemClock: Clock = { nowMs: () => Date.now() }
