import { createHash } from 'node:crypto'
import { readClaim, readPermissions } from '@walkaround/sdk/claims'
import { discoverIssuer } from '@walkaround/sdk/discovery'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Clock } from './clock.ts'

export type Principal = {
  readonly subject: string
  readonly org_id: string
  readonly permissions: ReadonlySet<string>
  /** When the token is accepted for the last time; absent for the service itself. */
  readonly expiresAtMs?: number
  /** Whether the token was given to a program and not to a person who signed in. */
  readonly isProgram?: boolean
  /** The capture link that the caller holds instead of an account: they reach its inspection, and have no permission. */
  readonly link?: { readonly id: string; readonly session_id: string; readonly inspection_id: string }
}

export type TokenRefusal =
  | 'expired'
  | 'audience'
  | 'issuer'
  | 'undecodable'
  | 'claims'
  | 'invalid'
  | 'issuer_unreachable'

export class TokenRefused extends Error {
  readonly reason: TokenRefusal
  constructor(reason: TokenRefusal, cause?: unknown) {
    super(`token refused: ${reason}`, { cause })
    this.reason = reason
  }
}

export type IdentityOptions = {
  issuer: string
  audience: string
  tokenType: string
  organizationClaim: string
  permissionsClaim: string
  clock: Clock
  /** Told whenever the issuer could not be asked for its keys, also while the last ones still serve. */
  observeFailure?: () => void
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const TOKEN_BYTES_MAX = 8 * 1024
// RFC 7515 7.1. The library also takes padding and white space, which would give one token many spellings.
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/
const TOKEN_LIFE_S_MAX = 24 * 60 * 60
const CLOCK_TOLERANCE_S = 60
const STALE_KEYS_MS_MAX = 60 * 60 * 1000
const CACHE_SIZE_MAX = 10_000
const CACHE_MS_MAX = 60_000

/** Turns an access token into a principal; nothing else reads tokens. */
export class Identity {
  readonly #options: IdentityOptions
  readonly #known = new Map<string, { principal: Principal; untilMs: number }>()
  #keys: Promise<JWTVerifyGetKey> | undefined

  constructor(options: IdentityOptions) {
    this.#options = options
  }

  async verify(token: string): Promise<Principal> {
    if (token.length > TOKEN_BYTES_MAX || !COMPACT.test(token)) throw new TokenRefused('undecodable')
    const digest = createHash('sha256').update(token).digest('base64')
    const nowMs = this.#options.clock.nowMs()
    const known = this.#known.get(digest)
    if (known && known.untilMs > nowMs) return known.principal
    const payload = await this.#verifySignature(token)
    const principal = readClaims(payload, this.#options)
    this.#remember(digest, principal, Math.min(nowMs + CACHE_MS_MAX, (payload.exp ?? 0) * 1000))
    return principal
  }

  async #verifySignature(token: string): Promise<JWTPayload> {
    const { issuer, audience, tokenType, clock } = this.#options
    const keys = await this.#loadKeys()
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        // A token without a type is a plain JWT (RFC 7519, section 5.1): Okta leaves it out.
        ...(isPlain(tokenType) ? {} : { typ: tokenType }),
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: TOKEN_LIFE_S_MAX,
        currentDate: new Date(clock.nowMs()),
      })
      if (isPlain(tokenType) && !isPlain(protectedHeader.typ ?? 'JWT')) throw new TokenRefused('invalid')
      return payload
    } catch (error) {
      if (error instanceof TokenRefused) throw error
      throw new TokenRefused(refusalOf(error), error)
    }
  }

  /** One question to the issuer for all who wait; the next one asks again when it failed. */
  async #loadKeys(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#discover()
    try {
      return await this.#keys
    } catch (error) {
      this.#keys = undefined
      throw error
    }
  }

  async #discover(): Promise<JWTVerifyGetKey> {
    try {
      const { jwks_uri = '' } = await discoverIssuer(this.#options.issuer, {
        signal: AbortSignal.timeout(5_000),
      })
      return createRemoteJWKSet(new URL(jwks_uri), {
        cooldownDuration: 30_000,
        cacheMaxAge: 600_000,
        timeoutDuration: 5_000,
        [customFetch]: fetchOrStale(this.#options.observeFailure),
      })
    } catch (error) {
      this.#options.observeFailure?.()
      throw new TokenRefused('issuer_unreachable', error)
    }
  }

  #remember(digest: string, principal: Principal, untilMs: number): void {
    const oldest = this.#known.keys().next()
    if (this.#known.size >= CACHE_SIZE_MAX && !oldest.done) this.#known.delete(oldest.value)
    this.#known.set(digest, { principal, untilMs })
  }
}

/** While the issuer is down its last keys are served for an hour, so that its outage is not ours at once. */
function fetchOrStale(observeFailure?: () => void): FetchImplementation {
  let last: { body: string; untilMs: number } | undefined
  return async (url, options) => {
    try {
      const answer = await fetch(url, options)
      if (answer.status !== 200) throw new Error(`the issuer answered ${answer.status}`)
      const body = await answer.text()
      JSON.parse(body)
      last = { body, untilMs: Date.now() + STALE_KEYS_MS_MAX }
    } catch (error) {
      observeFailure?.()
      if (!last || last.untilMs <= Date.now()) throw error
    }
    return new Response(last.body)
  }
}

function isPlain(type: unknown): boolean {
  return typeof type === 'string' && /^(application\/)?jwt$/i.test(type)
}

function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'audience'
    if (error.claim === 'iss') return 'issuer'
    return error.claim === 'typ' ? 'invalid' : 'claims'
  }
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return 'undecodable'
  const issuerFault = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  if (issuerFault || !(error instanceof errors.JOSEError)) return 'issuer_unreachable'
  return 'invalid'
}

function readClaims(payload: JWTPayload, options: IdentityOptions): Principal {
  const organization = readClaim(payload, options.organizationClaim)
  const permissions = readPermissions(readClaim(payload, options.permissionsClaim))
  const subject = payload.sub
  const lifeS = (payload.exp ?? 0) - (payload.iat ?? 0)
  if (!(lifeS <= TOKEN_LIFE_S_MAX)) throw new TokenRefused('claims')
  if (typeof subject !== 'string' || subject === '' || subject.length > 200) throw new TokenRefused('claims')
  if (typeof organization !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9_.:|-]{0,199}$/.test(organization))
    throw new TokenRefused('claims')
  if (!permissions) throw new TokenRefused('claims')
  // An ID token proves a login to a client, not a right to call this service (RFC 9068 section 4).
  if ('nonce' in payload || 'at_hash' in payload) throw new TokenRefused('claims')
  const expiresAtMs = ((payload.exp ?? 0) + CLOCK_TOLERANCE_S) * 1000
  const isProgram = isOfProgram(payload, subject)
  return { subject, org_id: organization, permissions: new Set(permissions), expiresAtMs, isProgram }
}

/** Client credentials: the subject is the client itself (RFC 9068 section 2.2), or the issuer says so in its own way. */
function isOfProgram({ client_id, azp, gty }: JWTPayload, subject: string): boolean {
  return [client_id, azp].includes(subject) || gty === 'client-credentials' || subject.endsWith('@clients')
}
