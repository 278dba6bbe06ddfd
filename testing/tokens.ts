import { readStack, type Settings, setting } from './stack.ts'

/** With a suffix, the account keeps its name, and its organization has the suffix at the end of its own. */
export type Tokens = { of: (account: string, suffix?: string) => Promise<string> }

type Kept = { token: string; untilMs: number }

/** Access tokens of the development issuer, by client credentials; each is used until shortly before its end. */
export function createTokens(settings: Settings): Tokens {
  const known = new Map<string, Promise<Kept>>()
  return {
    of: async (account, suffix = '') => {
      const key = account + suffix
      const kept = await known.get(key)
      if (kept && kept.untilMs > Date.now()) return kept.token
      const fetched = fetchToken(settings, account, suffix)
      known.set(key, fetched)
      fetched.catch(() => known.delete(key))
      return (await fetched).token
    },
  }
}

let ofStack: Tokens | undefined

/** A token of the stack's issuer for one of its clients, such as `alder-manager`. */
export function tokenOf(account: string, suffix?: string): Promise<string> {
  ofStack ??= createTokens(readStack())
  return ofStack.of(account, suffix)
}

async function fetchToken(settings: Settings, account: string, suffix: string): Promise<Kept> {
  const secret = setting(settings, 'STACK_CLIENT_SECRET')
  const answer = await fetch(`${setting(settings, 'OIDC_ISSUER')}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', organization_suffix: suffix }),
    signal: AbortSignal.timeout(60_000),
  })
  const { access_token, expires_in } = JSON.parse(await answer.text())
  if (typeof access_token !== 'string')
    throw new Error(`the issuer gives no token to ${account}: ${answer.status}`)
  return { token: access_token, untilMs: Date.now() + (Number(expires_in) - 60) * 1000 }
}
