import { createChallenge, randomText } from './pkce.ts'

/** What the service says about itself at `config.json`. */
export type ConsoleConfig = { api_url: string; issuer: string; client_id: string; audience: string }

export type Tokens = { access_token: string; refresh_token: string | null; expires_at_ms: number }
type Endpoints = { authorization_endpoint: string; token_endpoint: string; end_session_endpoint?: string }
type Pending = { verifier: string; back_to: string }

// Shared by the windows of this browser: a session is renewed in a window of its own.
const pendingKey = (state: string) => `walkaround.sign-in.${state}`
const redirectUri = () => `${location.origin}/console/signed-in`

/** The OIDC issuer, asked with the authorization code flow and PKCE. The page keeps no secret of its own. */
export class Issuer {
  readonly #config: ConsoleConfig
  #endpoints: Promise<Endpoints> | null = null

  constructor(config: ConsoleConfig) {
    this.#config = config
  }

  /** Where to send the person to sign in. What is needed when they come back waits in this browser. */
  async signInUrl(backTo: string): Promise<string> {
    const { authorization_endpoint } = await this.#discover()
    const { verifier, challenge } = await createChallenge()
    const state = randomText()
    const pending: Pending = { verifier, back_to: backTo }
    localStorage.setItem(pendingKey(state), JSON.stringify(pending))
    const url = new URL(authorization_endpoint)
    url.search = new URLSearchParams({
      client_id: this.#config.client_id,
      response_type: 'code',
      redirect_uri: redirectUri(),
      scope: 'openid profile offline_access',
      resource: this.#config.audience,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state,
    }).toString()
    return url.href
  }

  /** The tokens for the code in the address the issuer sent the person back to. */
  async finishSignIn(address: URL): Promise<{ tokens: Tokens; backTo: string }> {
    const { code, state = '', error_description, error } = Object.fromEntries(address.searchParams)
    const saved = localStorage.getItem(pendingKey(state))
    localStorage.removeItem(pendingKey(state))
    if (error) throw new Error(error_description ?? error)
    if (!saved || !code) throw new Error('This sign-in was not started in this browser.')
    const pending: Pending = JSON.parse(saved)
    const tokens = await this.#ask({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(),
      code_verifier: pending.verifier,
    })
    return { tokens, backTo: pending.back_to }
  }

  refresh(refreshToken: string): Promise<Tokens> {
    return this.#ask({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  async signOutUrl(): Promise<string | null> {
    const { end_session_endpoint } = await this.#discover()
    if (!end_session_endpoint) return null
    const url = new URL(end_session_endpoint)
    url.search = new URLSearchParams({
      client_id: this.#config.client_id,
      post_logout_redirect_uri: `${location.origin}/console/`,
    }).toString()
    return url.href
  }

  async #ask(form: Record<string, string>): Promise<Tokens> {
    const { token_endpoint } = await this.#discover()
    const response = await fetch(token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({ ...form, client_id: this.#config.client_id }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error_description ?? answer.error ?? 'The issuer refused.')
    return {
      access_token: answer.access_token,
      refresh_token: answer.refresh_token ?? null,
      expires_at_ms: Date.now() + answer.expires_in * 1000,
    }
  }

  #discover(): Promise<Endpoints> {
    this.#endpoints ??= fetch(`${this.#config.issuer}/.well-known/openid-configuration`)
      .then((response) => response.json())
      .catch((error) => {
        this.#endpoints = null
        throw error
      })
    return this.#endpoints
  }
}
