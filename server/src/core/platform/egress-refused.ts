const EGRESS_REFUSALS = [
  'text',
  'url',
  'scheme',
  'user_info',
  'not_canonical',
  'port',
  'host',
  'no_address',
  'address',
  'connection',
  'timeout',
  'redirects',
  'downgrade',
  'status',
  'encoded',
  'too_large',
  'too_slow',
  'closed',
] as const
export type EgressRefusal = (typeof EGRESS_REFUSALS)[number]

/** `reason` is for logs. Callers must show one error for all reasons, or they become a port scanner. */
export class EgressRefused extends Error {
  readonly reason: EgressRefusal

  constructor(reason: EgressRefusal, options?: ErrorOptions) {
    super(`egress refused: ${reason}`, options)
    this.name = 'EgressRefused'
    this.reason = reason
  }
}

/** Whatever went wrong on the way, as a refusal. */
export function asRefused(error: unknown, reason: EgressRefusal = 'connection'): EgressRefused {
  if (error instanceof EgressRefused) return error
  const timedOut = error instanceof Error && 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT'
  return new EgressRefused(timedOut ? 'timeout' : reason, { cause: error })
}
