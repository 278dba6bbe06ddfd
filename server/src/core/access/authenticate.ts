import { Problem, type ProblemCode } from '../contracts/problems.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cells } from '../platform/context.ts'
import { type Identity, type Principal, type TokenRefusal, TokenRefused } from '../platform/identity.ts'
import { findLinkHolder } from './find-link-holder.ts'

const CODES = {
  expired: 'token_expired',
  audience: 'token_audience',
  issuer: 'token_issuer',
  undecodable: 'token_undecodable',
  claims: 'token_claims',
  invalid: 'token_invalid',
  issuer_unreachable: 'unavailable',
} as const satisfies Record<TokenRefusal, ProblemCode>

const CREDENTIALS = /^(bearer|dpop) ([A-Za-z0-9._~+/=-]+)$/i

export type Authentication = { identity: Pick<Identity, 'verify'>; cells: Cells; clock: Clock }

type AskingRequest = {
  method: string
  originalUrl: string
  headers: { authorization?: string | undefined; dpop?: string | string[] | undefined }
}

/** The one function that turns a request's headers into a principal: a person or system, or who holds a capture link. */
export async function authenticate(
  { identity, cells, clock }: Authentication,
  { method, originalUrl, headers }: AskingRequest,
): Promise<Principal> {
  const { authorization, dpop } = headers
  if (authorization === undefined || authorization === '') throw new Problem('token_missing')
  const [, scheme, token] = CREDENTIALS.exec(authorization) ?? []
  if (!scheme || !token) throw new Problem('token_format')
  if (scheme.toLowerCase() === 'dpop') {
    const path = originalUrl.split('?', 1)[0] ?? ''
    return findLinkHolder(cells, { proof: dpop, method, path, secret: token, nowMs: clock.nowMs() })
  }
  try {
    return await identity.verify(token)
  } catch (error) {
    if (error instanceof TokenRefused) throw new Problem(CODES[error.reason], {}, [], error)
    throw error
  }
}
