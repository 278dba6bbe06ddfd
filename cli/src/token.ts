import { mkdirSync, rmdirSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import { Failure } from './exit-codes.ts'
import { clientOf, discover, optionsFor, readTokens, type Tokens } from './issuer.ts'
import { readSession, type Session, sessionFile, writeSession } from './session.ts'

/** A token that ends within this time is not worth a call. */
const MARGIN_MS = 30_000
const LOCK_STALE_MS = 30_000

/** For `createClient`: the token of the environment, or of the session, renewed when it ends. */
export function tokenSource(env: NodeJS.ProcessEnv, url: string): string | (() => Promise<string>) {
  if (env.WALKAROUND_TOKEN) return env.WALKAROUND_TOKEN
  let used: string | undefined
  return async () => {
    const session = readSession(env)
    if (!session)
      throw new Failure(
        'access',
        'You are not signed in.',
        'Run `walkaround login`, or set WALKAROUND_TOKEN.',
      )
    // A token of one service is not shown to another.
    if (session.url !== url)
      throw new Failure(
        'access',
        `You are signed in at ${session.url}, not at ${url}.`,
        'Run `walkaround login`.',
      )
    // Asked a second time, the service has called the token expired, whatever our clock says.
    const isFresh = session.expires_at_ms - Date.now() > MARGIN_MS && session.access_token !== used
    used = isFresh ? session.access_token : (await renew(env, session)).access_token
    return used
  }
}

/** One process at a time: issuers take a refresh token that comes twice for a stolen one. */
async function renew(env: NodeJS.ProcessEnv, old: Session): Promise<Session> {
  const lock = `${sessionFile(env)}.lock`
  await takeLock(lock)
  try {
    const session = readSession(env)
    if (session && session.access_token !== old.access_token) return session
    if (!session?.refresh_token)
      throw new Failure('access', 'Your sign-in has expired.', 'Run `walkaround login`.')
    const tokens = await refresh(session, session.refresh_token)
    const renewed: Session = {
      ...session,
      ...tokens,
      refresh_token: tokens.refresh_token ?? session.refresh_token,
    }
    writeSession(env, renewed)
    return renewed
  } finally {
    rmdirSync(lock)
  }
}

async function refresh({ issuer, client_id }: Session, refreshToken: string): Promise<Tokens> {
  const [server, client] = [await discover(issuer), clientOf(client_id)]
  return readTokens(issuer, async () => {
    const none = oauth.None()
    const options = optionsFor(issuer)
    const response = await oauth.refreshTokenGrantRequest(server, client, none, refreshToken, options)
    return oauth.processRefreshTokenResponse(server, client, response)
  })
}

/** Whether the issuer has forgotten the session. */
export async function revoke({ issuer, client_id, refresh_token }: Session): Promise<boolean> {
  if (!refresh_token) return true
  try {
    const server = await discover(issuer)
    if (!server.revocation_endpoint) return true
    const options = {
      ...optionsFor(issuer),
      additionalParameters: { token_type_hint: 'refresh_token' },
    }
    const client = clientOf(client_id)
    const response = await oauth.revocationRequest(server, client, oauth.None(), refresh_token, options)
    await oauth.processRevocationResponse(response)
    return true
  } catch {
    // Signing out here goes on; the caller says that the issuer does not know.
    return false
  }
}

async function takeLock(lock: string): Promise<void> {
  for (;;) {
    try {
      return mkdirSync(lock)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    // Left behind by a process that was killed.
    const madeMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (madeMs !== undefined && Date.now() - madeMs > LOCK_STALE_MS) rmdirSync(lock)
    await delay(100)
  }
}
