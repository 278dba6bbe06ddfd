import { beforeEach, expect, it } from 'vitest'
import type { Issuer, Tokens } from './issuer.ts'
import { Session, useSession } from './session.ts'

const tokensOf = (sub: string, expires_at_ms: number): Tokens => {
  const claims = btoa(JSON.stringify({ sub, org_id: 'org', permissions: [] }))
  return { access_token: `h.${claims}.${expires_at_ms}`, refresh_token: null, expires_at_ms }
}
// Only what a session asks for when its tokens have ended.
const issuer = {} as Issuer
const told = (tokens: Tokens) => new BroadcastChannel('walkaround.session').postMessage(tokens)

beforeEach(() => sessionStorage.clear())

it('goes on with what waits only for the person who made it', async () => {
  const session = new Session(issuer)
  const ended = tokensOf('ada', Date.now() - 1)
  session.accept(ended)
  const waiting = session.token()
  await expect.poll(() => useSession.getState().status).toBe('expired')

  told(tokensOf('bob', Date.now() + 600_000))
  await expect.poll(() => useSession.getState().other).toBe('bob')
  expect(useSession.getState()).toMatchObject({ status: 'expired', person: { subject: 'ada' } })
  expect(sessionStorage.getItem('walkaround.tokens')).toContain(ended.access_token)

  const mine = tokensOf('ada', Date.now() + 600_000)
  told(mine)
  expect(await waiting).toBe(mine.access_token)
  expect(useSession.getState()).toMatchObject({ status: 'signed_in', other: null })
})
