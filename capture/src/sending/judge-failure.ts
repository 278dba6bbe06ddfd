import { WalkaroundError } from '@walkaround/sdk'
import type { LinkEnd } from '../kept/walks.ts'

export type Failure =
  /** No signal, or the service is away: everything waits. */
  | { kind: 'wait'; isOffline: boolean; retryAfterMs: number }
  /** The token is no longer good: ask for the next one. */
  | { kind: 'reopen' }
  /** The link has ended. Photos stay on the phone. */
  | { kind: 'ended'; end: LinkEnd }
  /** The service will never take this photo. */
  | { kind: 'refused'; code: string }
  | { kind: 'finished' }
  | { kind: 'incomplete'; steps: string[] }

const ENDS = ['capture_link_expired', 'capture_link_revoked', 'capture_link_used_up', 'not_found']
const REFUSALS = [
  'capture_step_unknown',
  'image_corrupt',
  'image_unsupported',
  'image_too_large',
  'image_too_many_pixels',
  'image_file_missing',
  'images_too_many',
  'limit_reached',
  'task_already_started',
  'body_too_large',
  'request_invalid',
  'multipart_malformed',
  'media_type_unsupported',
  'idempotency_key_reused',
]

/** What to do about a call that failed. Whatever is not known waits: a photo is given up only for a named reason. */
export function judgeFailure(error: unknown, isOpening: boolean): Failure {
  if (!(error instanceof WalkaroundError)) throw error
  const { code, status, problem, retryAfterS = 0, errors } = error
  const wait = { kind: 'wait', isOffline: status === undefined, retryAfterMs: retryAfterS * 1000 } as const
  if (isOpening) return ENDS.includes(code) ? { kind: 'ended', end: endOf(code, problem) } : wait
  if (code === 'capture_finished') return { kind: 'finished' }
  if (code === 'capture_incomplete') return { kind: 'incomplete', steps: errors.map(({ field }) => field) }
  if (code === 'token_expired' || code === 'token_invalid' || ENDS.includes(code) || status === 403)
    return ENDS.slice(0, 3).includes(code) ? { kind: 'ended', end: endOf(code, problem) } : { kind: 'reopen' }
  return REFUSALS.includes(code) ? { kind: 'refused', code } : wait
}

function endOf(code: string, { expires_at, uses_max }: Record<string, unknown>): LinkEnd {
  return {
    code,
    expiresAt: typeof expires_at === 'string' ? expires_at : null,
    usesMax: typeof uses_max === 'number' ? uses_max : null,
  }
}
