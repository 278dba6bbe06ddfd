import { Problem, type ProblemCode } from '../contracts/problems.ts'
import { type Identity, type Principal, type TokenRefusal, TokenRefused } from '../platform/identity.ts'

const CODES = {
  expired: 'token_expired',
  audience: 'token_audience',
  issuer: 'token_issuer',
  undecodable: 'token_undecodable',
  claims: 'token_claims',
  invalid: 'token_invalid',
  issuer_unreachable: 'unavailable',
} as const satisfies Record<TokenRefusal, ProblemCode>

/** The one function that turns a request's header into a principal. */
export async function authenticate(
  identity: Pick<Identity, 'verify'>,
  header: string | undefined,
): Promise<Principal> {
  if (header === undefined || header === '') throw new Problem('token_missing')
  const token = /^bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header)?.[1]
  if (!token) throw new Problem('token_format')
  try {
    return await identity.verify(token)
  } catch (error) {
    if (error instanceof TokenRefused) throw new Problem(CODES[error.reason], {}, [], error)
    throw error
  }
}
