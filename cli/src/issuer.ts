import type { ClaimNames } from '@walkaround/sdk/claims'
import { DiscoveryError, discoverIssuer } from '@walkaround/sdk/discovery'
import * as oauth from 'oauth4webapi'
import { DEFAULT_NAMES } from './claims.ts'
import { Failure } from './exit-codes.ts'

/** How to sign in, as the service tells its console. */
export type ServiceIdentity = ClaimNames & {
  issuer: string
  client_id: string
  scope: string
  audience: string
  /** The parameter that asks for the audience; null where the scope decides. */
  audience_parameter: string | null
}

export type Tokens = { access_token: string; refresh_token: string | undefined; expires_at_ms: number }

const TIMEOUT_MS = 15_000
const CLOCK_TOLERANCE_S = 60
const UNKNOWN_LIFE_S = 300

export async function readServiceIdentity(url: string): Promise<ServiceIdentity> {
  const address = `${url}/console/config.json`
  const answer = await explainFailure('The service', address, () =>
    fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  )
  if (!answer.ok)
    throw new Failure(
      'unreachable',
      `${address} answers ${answer.status}.`,
      'Check the address of the service.',
    )
  const told: Record<string, unknown> = Object(await answer.json().catch(() => null))
  const text = (name: string, otherwise = '') => {
    const value = told[name]
    return typeof value === 'string' ? value : otherwise
  }
  return {
    issuer: text('issuer'),
    client_id: text('cli_client_id', text('client_id')),
    scope: text('scope', 'openid profile offline_access'),
    audience: text('audience'),
    audience_parameter: told.audience_parameter === null ? null : text('audience_parameter', 'resource'),
    organization_claim: text('organization_claim', DEFAULT_NAMES.organization_claim),
    permissions_claim: text('permissions_claim', DEFAULT_NAMES.permissions_claim),
  }
}

/** An issuer over plain http is the development issuer on loopback, or `doctor` says what is wrong with it. */
export const optionsFor = (issuer: string) => ({
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  signal: () => AbortSignal.timeout(TIMEOUT_MS),
})

export const clientOf = (client_id: string): oauth.Client => ({
  client_id,
  [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
})

/** Says of an issuer that cannot be used what to do about it. */
export async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  if (!URL.canParse(issuer)) throw new Failure('unreachable', `"${issuer}" is not the address of an issuer.`)
  return explainFailure('The issuer', issuer, async () => {
    try {
      return await discoverIssuer(issuer, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      if (!(error instanceof DiscoveryError)) throw error
      const fix = error.named
        ? 'Set OIDC_ISSUER to exactly what the issuer says, including the slash at the end.'
        : 'Check the address of the issuer.'
      throw new Failure('unreachable', error.message, fix)
    }
  })
}

/** What the issuer gives for a code, a device code or a refresh token. */
export async function readTokens(
  issuer: string,
  ask: () => Promise<oauth.TokenEndpointResponse>,
): Promise<Tokens> {
  const { access_token, refresh_token, expires_in } = await explainFailure('The issuer', issuer, ask)
  return { access_token, refresh_token, expires_at_ms: Date.now() + (expires_in ?? UNKNOWN_LIFE_S) * 1000 }
}

/** Turns what fetch and the protocol throw into a failure with a cure. */
async function explainFailure<T>(who: string, address: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Failure) throw error
    if (error instanceof oauth.ResponseBodyError)
      throw new Failure(
        'access',
        `${who} refused: ${error.error_description ?? error.error}`,
        'Run `walkaround login`.',
      )
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
      throw new Failure('access', `${who} gave an answer that can't be used: ${error.message}`)
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new Failure(
      'unreachable',
      `${who} cannot be reached at ${address}: ${reason}`,
      'Ask `walkaround doctor` what is wrong.',
    )
  }
}
