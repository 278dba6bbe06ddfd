import { WalkaroundError } from '@walkaround/sdk'
import { type ClaimNames, decodeClaims, describeCaller } from '@walkaround/sdk/claims'
import { create } from 'zustand'
import type { Issuer, Tokens } from './issuer.ts'

/** Who is signed in, as the token says it. The service decides what they may do; this only hides what would be refused. */
export type Person = { subject: string; org_id: string; permissions: readonly string[] }

type SessionState = {
  status: 'signed_out' | 'signed_in' | 'expired'
  person: Person | null
  /** When the token ends that is used now, and whether another follows by itself. */
  token: { expires_at_ms: number; isRenewed: boolean } | null
  /** Who signed in while the session of somebody else waited to go on. */
  other: string | null
}

export const useSession = create<SessionState>(() => ({
  status: 'signed_out',
  person: null,
  token: null,
  other: null,
}))

const TOKENS_KEY = 'walkaround.tokens'
const EARLY_MS = 30_000
const CHANNEL = 'walkaround.session'
/** Where a sign-in goes back to that was made in a window of its own. */
const OWN_WINDOW = 'own-window'

/** The page that says why nobody could sign in. */
export function failedSignIn(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `/console/?sign_in_failed=${encodeURIComponent(reason)}`
}

/**
 * Holds the tokens and renews them. When the issuer refuses, requests wait until the person has signed in again: nothing
 * that was being saved is lost. When the issuer can't be reached, they fail, and the next request tries again.
 */
export class Session {
  readonly #issuer: Promise<Issuer>
  readonly #names: ClaimNames
  #tokens: Tokens | null = null
  #renewal: Promise<string> | null = null
  #waiting: ((token: string) => void)[] = []

  constructor(issuer: Promise<Issuer>, names: ClaimNames) {
    this.#issuer = issuer
    this.#names = names
    const saved = sessionStorage.getItem(TOKENS_KEY)
    if (saved) this.accept(JSON.parse(saved))
    new BroadcastChannel(CHANNEL).onmessage = ({ data }) => {
      const { status, person } = useSession.getState()
      if (status !== 'expired') return
      const now = this.#personOf(data.access_token)
      // What one person has decided must not be saved in the name of another.
      if (now.subject === person?.subject && now.org_id === person.org_id) this.accept(data)
      else useSession.setState({ other: now.subject })
    }
  }

  /** Ends the sign-in this address belongs to. Answers the path to go on at, or null when this window has done its work. */
  async finishSignIn(address: URL): Promise<string | null> {
    const { tokens, backTo } = await (await this.#issuer).finishSignIn(address)
    if (backTo === OWN_WINDOW) {
      new BroadcastChannel(CHANNEL).postMessage(tokens)
      window.close()
      return null
    }
    this.accept(tokens)
    return backTo
  }

  async signIn(backTo: string): Promise<void> {
    const url = await this.#issuer.then((issuer) => issuer.signInUrl(backTo)).catch(failedSignIn)
    location.assign(url)
  }

  /** The page stays as it is, with everything that was not saved yet. */
  async signInAgain(): Promise<void> {
    // Opened before anything is awaited, or the browser takes it for a pop-up nobody asked for.
    const opened = window.open('', '_blank', 'popup,width=480,height=640')
    const url = await (await this.#issuer).signInUrl(OWN_WINDOW)
    if (opened) opened.location.assign(url)
  }

  accept(tokens: Tokens): void {
    const person = this.#personOf(tokens.access_token)
    this.#tokens = tokens
    // A tab keeps its session over a reload, and no longer than the tab lives.
    sessionStorage.setItem(TOKENS_KEY, JSON.stringify(tokens))
    const token = { expires_at_ms: tokens.expires_at_ms, isRenewed: tokens.refresh_token !== null }
    useSession.setState({ status: 'signed_in', person, token, other: null })
    for (const resolve of this.#waiting.splice(0)) resolve(tokens.access_token)
  }

  /** For the client of the service, which calls it again when a token was refused as expired. */
  readonly token = async (): Promise<string> => {
    const tokens = this.#tokens
    if (tokens && Date.now() < tokens.expires_at_ms - EARLY_MS) return tokens.access_token
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null
    })
    return this.#renewal
  }

  async signOut(): Promise<void> {
    const idToken = this.#tokens?.id_token ?? null
    this.#tokens = null
    sessionStorage.removeItem(TOKENS_KEY)
    const url = await this.#issuer.then((issuer) => issuer.signOutUrl(idToken)).catch(() => null)
    location.assign(url ?? '/console/')
  }

  async #renew(): Promise<string> {
    const { refresh_token: refreshToken = null, id_token = null } = this.#tokens ?? {}
    const renewed = refreshToken ? await this.#refresh(refreshToken) : null
    if (renewed) {
      this.accept({
        ...renewed,
        refresh_token: renewed.refresh_token ?? refreshToken,
        id_token: renewed.id_token ?? id_token,
      })
      return renewed.access_token
    }
    useSession.setState({ status: 'expired' })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async #refresh(refreshToken: string): Promise<Tokens | null> {
    try {
      return await (await this.#issuer).refresh(refreshToken)
    } catch (cause) {
      // As if the service could not be reached: what waits to be saved is kept and sent later.
      const message = 'The issuer could not be reached, or the connection was lost'
      throw new WalkaroundError({ code: 'network_failed', message, retryable: true, cause })
    }
  }

  #personOf(token: string): Person {
    const claims = decodeClaims(token)
    // Some issuers give an unreadable token to whoever names no audience.
    if (!claims) throw new Error('The issuer gave a token that is not a JWT. Check OIDC_AUDIENCE_PARAMETER.')
    return describeCaller(claims, this.#names)
  }
}
