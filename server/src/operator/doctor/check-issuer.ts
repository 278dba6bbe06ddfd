import { discoverIssuer, discoveryUrl } from '@walkaround/sdk/discovery'
import { type Check, fault, ok, reasonOf } from './check.ts'
import { checkClock, readServerTime } from './check-clock.ts'

/** The keys that every token is checked with. */
export async function checkIssuer(issuer: string): Promise<Check[]> {
  return [await checkKeys(issuer), await checkClock('the issuer', () => readServerTime(discoveryUrl(issuer)))]
}

async function checkKeys(issuer: string): Promise<Check> {
  try {
    const { jwks_uri = '' } = await discoverIssuer(issuer, { signal: AbortSignal.timeout(10_000) })
    const answer = await fetch(jwks_uri, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    const { keys } = Object(await answer.json())
    if (!Array.isArray(keys) || keys.length === 0)
      return fault(
        'issuer',
        `${jwks_uri} has no keys`,
        'Mend the issuer: without keys the service accepts no token.',
      )
    return ok('issuer', `${issuer} has ${keys.length} key${keys.length === 1 ? '' : 's'}`)
  } catch (error) {
    return fault(
      'issuer',
      reasonOf(error),
      'Set OIDC_ISSUER to exactly what the issuer calls itself, and let this machine reach it.',
    )
  }
}
