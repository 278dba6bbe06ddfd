import { type Settings, setting } from './stack.ts'

export type Tokens = { of: (account: string) => Promise<string> }

/** Access tokens of the development issuer, by client credentials; each is used until shortly before its end. */
export function createTokens(settings: Settings): Tokens {
  const known = new Map<string, { token: string; untilMs: number }>()
  return {
    of: async (account) => {
      const kept = known.get(account)
      if (kept && kept.untilMs > Date.now()) return kept.token
      const secret = setting(settings, 'STACK_CLIENT_SECRET')
      const answer = await fetch(`${setting(settings, 'OIDC_ISSUER')}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
        signal: AbortSignal.timeout(10_000),
      })
      const { access_token, expires_in } = JSON.parse(await answer.text())
      if (typeof access_token !== 'string') throw new Error(`the issuer gives no token to ${account}`)
      known.set(account, { token: access_token, untilMs: Date.now() + (Number(expires_in) - 60) * 1000 })
      return access_token
    },
  }
}
