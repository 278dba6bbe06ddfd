import { WalkaroundError } from '@walkaround/sdk'

export const RETRY_MS = 5000
/** After so many answers the person is told and decides; without a connection it waits as long as it takes. */
export const ATTEMPTS_MAX = 5

export const isStale = (error: unknown): boolean =>
  error instanceof WalkaroundError && error.code === 'version_stale'

/** No answer at all: what waits is sent when there is a connection again. */
export const isAway = (error: unknown): boolean =>
  error instanceof WalkaroundError && error.status === undefined

/** Refused for good; what is no answer of the service is a mistake of ours and would be made again. */
export const isHopeless = (error: unknown): boolean =>
  !(error instanceof WalkaroundError) || !(error.retryable || isStale(error))
