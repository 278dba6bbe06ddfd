import { beforeEach, describe, expect, it, vi } from 'vitest'
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

describe('when the tokens have ended', () => {
  const refresh = vi.fn<Issuer['refresh']>()
  // The issuer is on the internet.
  const answering = Promise.resolve({ refresh } as Partial<Issuer> as Issuer)
  const ended = { ...tokensOf('ada', 0), refresh_token: 'r1' }
  const renewed = tokensOf('ada', Date.UTC(9000, 0))
  let session: Session
  beforeEach(() => {
    refresh.mockReset()
    session = new Session(answering, names)
    session.accept(ended)
  })

  it('asks again with the next request while the issuer is away, and keeps the session', async () => {
    refresh.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(renewed)
    await expect(session.token()).rejects.toMatchObject({ code: 'network_failed', retryable: true })
    expect(useSession.getState().status).toBe('signed_in')
    expect(await session.token()).toBe(renewed.access_token)
    expect(refresh.mock.calls).toEqual([['r1'], ['r1']])
    expect(sessionStorage.getItem('walkaround.tokens')).toContain('"refresh_token":"r1"')
  })

  it('waits for the person once the issuer has refused', async () => {
    refresh.mockResolvedValueOnce(null)
    const waiting = session.token()
    await expect.poll(() => useSession.getState().status).toBe('expired')
    session.accept(renewed)
    expect(await waiting).toBe(renewed.access_token)
  })
})
