import { claimsOf } from '../claims.ts'
import { Failure } from '../exit-codes.ts'
import { discover, readServiceIdentity, type ServiceIdentity } from '../issuer.ts'
import { ask, bodyOf, type Check, fault, isLoopback, ok, skip, warn } from './check.ts'

export async function findIdentity(url: string): Promise<ServiceIdentity | Check> {
  try {
    return await readServiceIdentity(url)
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    return fault('issuer', says, 'Let the proxy forward /console/config.json to the api.')
  }
}

/** The keys that tokens are checked with come from there. */
export async function checkIssuer({ issuer }: ServiceIdentity): Promise<Check> {
  try {
    const { jwks_uri = '' } = await discover(issuer)
    const answer = await ask(jwks_uri)
    const { keys } = answer instanceof Error ? {} : await bodyOf(answer)
    if (!Array.isArray(keys) || keys.length === 0)
      return fault(
        'issuer',
        `${jwks_uri} holds no keys`,
        'Look at the issuer: without keys no token is accepted.',
      )
    if (issuer.startsWith('http:') && !isLoopback(issuer))
      return fault('issuer', 'its keys come over plain http', 'Set OIDC_ISSUER to an https address.')
    return ok('issuer', `${issuer}, ${keys.length} key${keys.length === 1 ? '' : 's'}`)
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    if (error instanceof Failure && error.fix) return fault('issuer', says, error.fix)
    return fault('issuer', says, 'Check OIDC_ISSUER, and that this machine and the api can reach it.')
  }
}

export async function checkToken(
  url: string,
  token: string | undefined,
  issuer: string | undefined,
): Promise<Check> {
  if (!token) return skip('token', 'none: run `walkaround login`, or set WALKAROUND_TOKEN')
  const { iss, sub } = claimsOf(token)
  const answer = await ask(`${url}/v1/inspections?limit=1`, { headers: { authorization: `Bearer ${token}` } })
  if (answer instanceof Error)
    return fault('token', `no answer: ${answer.message}`, 'See the line about the service.')
  if (answer.ok) return ok('token', `accepted${sub ? `, you are ${sub}` : ''}`)
  const { code, message = answer.statusText } = await bodyOf(answer)
  if (iss && issuer && iss !== issuer)
    return fault(
      'token',
      `it is of ${iss}, the service asks ${issuer}`,
      'Get a token where the service looks for it.',
    )
  if (answer.status === 403)
    return warn(
      'token',
      `accepted, but: ${message}`,
      'Give the user the permissions it needs: see docs/guides/tenants.md.',
    )
  if (code === 'token_expired')
    return fault('token', 'it has expired', 'Run `walkaround login`, or get a new one.')
  return fault(
    'token',
    `${answer.status} ${message}`,
    'Check OIDC_AUDIENCE and OIDC_TOKEN_TYPE against the claims of the token.',
  )
}
