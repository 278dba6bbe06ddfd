import type { ClaimNames } from '@walkaround/sdk/claims'
import { discoverIssuer } from '@walkaround/sdk/discovery'
import * as oauth from 'oauth4webapi'

/** What the service says about itself at `config.json`. */
export type ConsoleConfig = ClaimNames & {
  api_url: string
  issuer: string
  client_id: string
  scope: string
  audience: string
  /** The parameter that asks for the audience; null where the scope decides. */
  audience_parameter: string | null
}

export type Tokens = {
  access_token: string
  refresh_token: string | null
  /** Only shown to the issuer again, to sign out. */
  id_token: string | null
  expires_at_ms: number
}
type Pending = { verifier: string; back_to: string }

const CLOCK_TOLERANCE_S = 60
const UNKNOWN_LIFE_S = 300
const PASSING = ['server_error', 'slow_down', 'temporarily_unavailable']

// Shared by the windows of this browser: a session is renewed in a window of its own.
const pendingKey = (state: string) => `walkaround.sign-in.${state}`
const redirectUri = () => `${location.origin}/console/signed-in`

/** The OIDC issuer, asked with the authorization code flow and PKCE. The page keeps no secret of its own. */
export class Issuer {
  readonly #config: ConsoleConfig
  readonly #client: oauth.Client
  readonly #options: { [oauth.allowInsecureRequests]: boolean }
  #server: Promise<oauth.AuthorizationServer> | null = null

  constructor(config: ConsoleConfig) {
    this.#config = config
    this.#client = { client_id: config.client_id, [oauth.clockTolerance]: CLOCK_TOLERANCE_S }
    // The development issuer is on loopback; the operator's setting says so.
    this.#options = { [oauth.allowInsecureRequests]: config.issuer.startsWith('http:') }
  }

  /** Where to send the person to sign in. What is needed when they come back waits in this browser. */
  async signInUrl(backTo: string): Promise<string> {
    const { authorization_endpoint } = await this.#discover()
    if (!authorization_endpoint) throw new Error('The issuer has no page to sign in at.')
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const pending: Pending = { verifier, back_to: backTo }
    localStorage.setItem(pendingKey(state), JSON.stringify(pending))
    const { client_id, scope, audience, audience_parameter } = this.#config
    return withQuery(authorization_endpoint, {
      client_id,
      response_type: 'code',
      redirect_uri: redirectUri(),
      scope,
      ...(audience_parameter ? { [audience_parameter]: audience } : {}),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })
  }

  /** The tokens for the code in the address the issuer sent the person back to. */
  async finishSignIn(address: URL): Promise<{ tokens: Tokens; backTo: string }> {
    const state = address.searchParams.get('state') ?? ''
    const saved = localStorage.getItem(pendingKey(state))
    localStorage.removeItem(pendingKey(state))
    if (!saved) throw new Error('This sign-in was not started in this browser.')
    const pending: Pending = JSON.parse(saved)
    const [server, client] = [await this.#discover(), this.#client]
    return inTheIssuersWords(async () => {
      const parameters = oauth.validateAuthResponse(server, client, address, state)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirectUri(),
        pending.verifier,
        this.#options,
      )
      const answer = await oauth.processAuthorizationCodeResponse(server, client, response)
      return { tokens: tokensOf(answer), backTo: pending.back_to }
    })
  }

  /** Null where the issuer has refused: the person has to sign in again. Throws what may pass, such as a lost connection. */
  async refresh(refreshToken: string): Promise<Tokens | null> {
    const [server, client] = [await this.#discover(), this.#client]
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      this.#options,
    )
    try {
      return tokensOf(await oauth.processRefreshTokenResponse(server, client, response))
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }

  async signOutUrl(idToken: string | null): Promise<string | null> {
    const { end_session_endpoint } = await this.#discover()
    if (!end_session_endpoint) return null
    return withQuery(end_session_endpoint, {
      client_id: this.#config.client_id,
      post_logout_redirect_uri: `${location.origin}/console/`,
      ...(idToken ? { id_token_hint: idToken } : {}),
    })
  }

  #discover(): Promise<oauth.AuthorizationServer> {
    this.#server ??= discoverIssuer(this.#config.issuer).catch((error) => {
      this.#server = null
      throw error
    })
    return this.#server
  }
}

function tokensOf({
  access_token,
  refresh_token,
  id_token,
  expires_in,
}: oauth.TokenEndpointResponse): Tokens {
  return {
    access_token,
    refresh_token: refresh_token ?? null,
    id_token: id_token ?? null,
    expires_at_ms: Date.now() + (expires_in ?? UNKNOWN_LIFE_S) * 1000,
  }
}

// An issuer's address may have a query of its own.
function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** An error of OAuth (RFC 6749, 5.2). An issuer that is overloaded or broken says the codes of 4.1.2.1, or no code. */
function isRefusal(error: unknown): boolean {
  if (error instanceof oauth.WWWAuthenticateChallengeError) return error.status === 401
  return error instanceof oauth.ResponseBodyError && error.status < 500 && !PASSING.includes(error.error)
}

/** A person is shown why the issuer refused, not what the protocol calls it. */
async function inTheIssuersWords<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (!(cause instanceof oauth.ResponseBodyError || cause instanceof oauth.AuthorizationResponseError))
      throw cause
    throw new Error(cause.error_description ?? cause.error, { cause })
  }
}
