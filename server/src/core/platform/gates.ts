import type { Config } from './config.ts'
import { createFairGate, type FairGate } from './fair-gate.ts'

/** The gates of an API process, one before each thing that organizations could take from each other. */
export type Gates = {
  /** Reads: their answers fill the memory and the one thread of the process while they are put together. */
  reads: FairGate
  /** Writes: many of them wait for the lock of one row. */
  writes: FairGate
  /** Children that decode pictures. */
  decoder: FairGate
  /** Thumbnails and rendered outputs, which this process makes itself. */
  pictures: FairGate
  /** Children that look through uploaded PDFs. */
  pdfs: FairGate
  /** Each waits for a receiver that may take 15 seconds. */
  webhookTests: FairGate
  /** Links that are being opened, by whoever has their secret: a crowd of strangers shares it by their addresses. */
  captureSessions: FairGate
  /** Archives: each takes as long as its client, with a file of the object store open. */
  exports: FairGate
}

/** Waiting costs little, and to be refused and ask again costs a request. */
const LONG = { waitingShare: 1_000, waitingMax: 4_000, waitMsMax: 30_000 }

export function createGates(config: Config): Gates {
  const children = config.DECODE_CHILDREN
  const turns = { capacity: 3 * config.TURNS_PER_ORGANIZATION, share: config.TURNS_PER_ORGANIZATION, ...LONG }
  return {
    reads: createFairGate({ name: 'reads', ...turns }),
    writes: createFairGate({ name: 'writes', ...turns }),
    decoder: createFairGate({
      name: 'the decoder',
      capacity: children,
      share: Math.max(1, children - 1),
      // Whoever comes here has sent the whole file, and has one of these places until it is stored.
      waitingShare: config.UPLOADS_IN_FLIGHT_MAX,
      waitingMax: config.UPLOADS_IN_FLIGHT_MAX,
      waitMsMax: 60_000,
    }),
    pictures: createFairGate({ name: 'pictures', capacity: 2, share: 1, ...LONG }),
    pdfs: createFairGate({
      name: 'checks of PDFs',
      capacity: 2,
      share: 1,
      waitingShare: 10,
      waitingMax: 40,
      waitMsMax: 20_000,
    }),
    webhookTests: createFairGate({
      name: 'webhook tests',
      capacity: 8,
      share: 4,
      waitingShare: 4,
      waitingMax: 8,
      waitMsMax: 5_000,
    }),
    captureSessions: createFairGate({
      name: 'capture sessions',
      capacity: 8,
      share: 4,
      waitingShare: 50,
      waitingMax: 200,
      waitMsMax: 5_000,
    }),
    exports: createFairGate({
      name: 'exports',
      capacity: 8,
      share: 2,
      waitingShare: 10,
      waitingMax: 40,
      waitMsMax: 20_000,
    }),
  }
}
