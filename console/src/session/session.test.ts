import { beforeEach, expect, it } from 'vitest'
import type { Issuer, Tokens } from './issuer.ts'
import { Session, useSession } from './session.ts'

const tokensOf = (sub: string, expires_at_ms: number): Tokens => {
  const claims = btoa(JSON.stringify({ sub, tenant: { id: 'org' }, 'https://may.example.com/': ['read'] }))
  return { access_token: `h.${claims}.${expires_at_ms}`, refresh_token: null, id_token: null, expires_at_ms }
}
const names = { organization_claim: 'tenant.id', permissions_claim: 'https://may.example.com/' }
// Only what a session asks for when its tokens have ended.
const issuer = Promise.resolve({} as Issuer)
const told = (tokens: Tokens) => new BroadcastChannel('walkaround.session').postMessage(tokens)

beforeEach(() => sessionStorage.clear())

it('goes on with what waits only for the person who made it', async () => {
  const session = new Session(issuer, names)
  const ended = tokensOf('ada', Date.now() - 1)
  session.accept(ended)
  const waiting = session.token()
  await expect.poll(() => useSession.getState().status).toBe('expired')

  told(tokensOf('bob', Date.now() + 600_000))
  await expect.poll(() => useSession.getState().other).toBe('bob')
  expect(useSession.getState()).toMatchObject({
    status: 'expired',
    person: { subject: 'ada', org_id: 'org', permissions: ['read'] },
  })
  expect(sessionStorage.getItem('walkaround.tokens')).toContain(ended.access_token)

  const mine = tokensOf('ada', Date.now() + 600_000)
  told(mine)
  expect(await waiting).toBe(mine.access_token)
  expect(useSession.getState()).toMatchObject({ status: 'signed_in', other: null })
})

it('refuses a token that nobody can read, and keeps what it had', () => {
  const session = new Session(issuer, names)
  const opaque = { ...tokensOf('ada', Date.now() + 600_000), access_token: 'opaque' }
  expect(() => session.accept(opaque)).toThrow(/not a JWT/)
  expect(sessionStorage.getItem('walkaround.tokens')).toBe(null)
})
