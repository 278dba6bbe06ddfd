import { Failure } from './exit-codes.ts'

export type Issuer = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  revocation_endpoint: string | undefined
  jwks_uri: string
}

export type ServiceIdentity = { issuer: string; client_id: string; audience: string }

export type TokenAnswer = { access_token: string; refresh_token: string | undefined; expires_in_s: number }

const TIMEOUT_MS = 15_000

/** Where the service sends people to sign in, as it tells its console. */
export async function readServiceIdentity(url: string): Promise<ServiceIdentity> {
  const { issuer, client_id, audience } = await readJson(`${url}/console/config.json`, 'the service')
  return { issuer: text(issuer), client_id: text(client_id), audience: text(audience) }
}

/** OpenID Connect Discovery 1.0. */
export async function discover(issuer: string): Promise<Issuer> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const found = await readJson(address, 'the issuer')
  return {
    issuer: text(found.issuer),
    authorization_endpoint: text(found.authorization_endpoint),
    token_endpoint: text(found.token_endpoint),
    revocation_endpoint: text(found.revocation_endpoint) || undefined,
    jwks_uri: text(found.jwks_uri),
  }
}

export async function requestToken(endpoint: string, form: Record<string, string>): Promise<TokenAnswer> {
  const answer = await ask(endpoint, { method: 'POST', body: new URLSearchParams(form) }, 'the issuer')
  const body = await objectOf(answer)
  if (!answer.ok || !text(body.access_token))
    throw new Failure(
      'access',
      `The issuer gives no token: ${text(body.error_description) || text(body.error) || answer.status}`,
      'Run `walkaround login`.',
    )
  return {
    access_token: text(body.access_token),
    refresh_token: text(body.refresh_token) || undefined,
    expires_in_s: Number(body.expires_in) || 300,
  }
}

async function readJson(address: string, who: string): Promise<Record<string, unknown>> {
  const answer = await ask(address, {}, who)
  if (!answer.ok)
    throw new Failure(
      'unreachable',
      `${address} answers ${answer.status}.`,
      'Check the address of the service.',
    )
  return objectOf(answer)
}

async function ask(address: string, init: RequestInit, who: string): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new Failure(
      'unreachable',
      `${who} cannot be reached at ${address}: ${reason}`,
      'Ask `walkaround doctor` what is wrong.',
    )
  }
}

async function objectOf(answer: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await answer.json()
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
