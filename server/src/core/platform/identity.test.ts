import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Algorithm,
  AUDIENCE,
  createIssuerKeys,
  createKey,
  ED,
  ES,
  type Issuer,
  RS,
  signRaw,
  startIssuer,
  trustIn,
} from '../../../../testing/issuer.ts'
import { Identity, TokenRefused } from './identity.ts'

const MINUTE_MS = 60_000

const keys = createIssuerKeys()
let issuer: Issuer
let identity: Identity
const clock = { ms: 0, nowMs: () => clock.ms }
beforeEach(async () => {
  issuer = await startIssuer(keys)
  clock.ms = Date.now()
  identity = new Identity({ ...trustIn(issuer), clock })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await issuer.close()
})

/** Moves the clock of the key cache, which goes by Date, and ours with it. */
function moveClock(ms: number): void {
  clock.ms += ms
  vi.useFakeTimers({ toFake: ['Date'], now: clock.ms })
}
const countChecks = () => vi.spyOn(globalThis.crypto.subtle, 'verify')
const reasonOf = (token: string) =>
  identity.verify(token).then(
    () => 'accepted',
    (error) => (error instanceof TokenRefused ? error.reason : error),
  )

describe('a good token is accepted', () => {
  it.each<[Algorithm, 'rsa' | 'ec' | 'ed', object]>([
    ['RS256', 'rsa', RS],
    ['PS256', 'rsa', { ...RS, alg: 'PS256' }],
    ['ES256', 'ec', ES],
    ['EdDSA', 'ed', ED],
  ])('signed with %s', async (alg, key, header) => {
    const claims = issuer.claims()
    const token = signRaw(alg, issuer[key].privateKey, header, claims)
    expect(await identity.verify(token)).toEqual({
      subject: 'auth0|inspector',
      org_id: 'org_alder',
      permissions: new Set(['monk_core_api:inspections:read']),
      isProgram: false,
      // Clocks may differ by a minute.
      expiresAtMs: (Number(claims.exp) + 60) * 1000,
    })
  })

  it.each<[string, Record<string, unknown>, object?]>([
    ['with our audience among others', { aud: ['other', AUDIENCE] }],
    ['with the long form of its type', {}, { ...RS, typ: 'application/at+jwt' }],
    ['with its type in capitals', {}, { ...RS, typ: 'AT+JWT' }],
    ['with a header parameter nobody knows', {}, { ...RS, shade: 'blue' }],
    ['without a kid, when one key fits', {}, { ...RS, kid: undefined }],
    ['with an organization of odd letters', { org_id: 'auth0|Org_1.x:y-2' }],
    ['with an organization of 200 letters', { org_id: 'o'.repeat(200) }],
    ['without permissions, allowing nothing', { permissions: undefined }],
    ['30 seconds before its time', { nbf: Math.floor(Date.now() / 1000) + 30 }],
    ['30 seconds after its time', { exp: Math.floor(Date.now() / 1000) - 30 }],
    ['that lives 24 hours', { exp: Math.floor(Date.now() / 1000) + 86_400 }],
  ])('%s', async (_, changes, header = RS) => {
    expect(await reasonOf(issuer.issue({ ...changes }, header))).toBe('accepted')
  })

  it('among 10,000 keys of its issuer', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({ ...issuer.ec.jwk, kid: `other-${n}` }))
    issuer.state.keys.push(...many)
    expect(await reasonOf(issuer.issue())).toBe('accepted')
  })
})

describe('an ID token is refused', () => {
  it.each([
    ['for its type', 'at+jwt', { aud: 'walkaround-app', nonce: 'n' }, 'invalid'],
    ['for its audience', 'JWT', { aud: 'walkaround-app', nonce: 'n' }, 'audience'],
    ['for its nonce, even when it names our audience', 'JWT', { nonce: 'n' }, 'claims'],
    ['for its at_hash, even when it names our audience', 'JWT', { at_hash: 'h' }, 'claims'],
  ])('%s', async (_, tokenType, changes, reason) => {
    identity = new Identity({ ...trustIn(issuer), tokenType, clock })
    expect(await reasonOf(issuer.issue(changes, { ...RS, typ: 'JWT' }))).toBe(reason)
  })

  it.each([
    ['JWT', 'accepted'],
    ['application/jwt', 'accepted'],
    [undefined, 'accepted'],
    ['logout+jwt', 'invalid'],
    [['JWT'], 'invalid'],
  ])('while an access token of type %s, where JWT is configured, is: %s', async (typ, reason) => {
    identity = new Identity({ ...trustIn(issuer), tokenType: 'JWT', clock })
    expect(await reasonOf(issuer.issue({}, { ...RS, typ }))).toBe(reason)
  })
})

describe('a token of a program', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['whose subject is the client', { sub: 'robot', client_id: 'robot' }, true],
    ['whose subject is the authorized party', { sub: 'robot', azp: 'robot' }, true],
    ['of client credentials', { gty: 'client-credentials' }, true],
    ['of a client by its name', { sub: 'x1@clients' }, true],
    ['of a person through a client', { sub: 'anna', client_id: 'console', azp: 'console' }, false],
  ])('%s', async (_, changes, isProgram) => {
    expect((await identity.verify(issuer.issue(changes))).isProgram).toBe(isProgram)
  })
})

describe('claims are found', () => {
  it.each<[string, { organizationClaim?: string; permissionsClaim?: string }, Record<string, unknown>]>([
    [
      'inside other claims',
      { permissionsClaim: 'realm_access.roles' },
      { permissions: undefined, realm_access: { roles: ['a', 'b'] } },
    ],
    [
      'by names with dots',
      { organizationClaim: 'https://w.example.com/org', permissionsClaim: 'https://w.example.com/may' },
      { org_id: 'x', 'https://w.example.com/org': 'org_alder', 'https://w.example.com/may': ['a', 'b'] },
    ],
    ['as one text', { permissionsClaim: 'scp' }, { scp: 'a b' }],
  ])('%s', async (_, names, changes) => {
    identity = new Identity({ ...trustIn(issuer), ...names, clock })
    expect(await identity.verify(issuer.issue(changes))).toMatchObject({
      org_id: 'org_alder',
      permissions: new Set(['a', 'b']),
    })
  })
})

describe('a verified token', () => {
  it('is known the second time: no signature check, no question to the issuer', async () => {
    const checks = countChecks()
    const token = issuer.issue()
    const first = await identity.verify(token)
    const asked = { ...issuer.asked }
    expect(checks).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 100; n++) expect(await identity.verify(token)).toBe(first)
    expect(checks).toHaveBeenCalledTimes(1)
    expect(issuer.asked).toEqual(asked)
  })

  it('is checked again after 60 seconds', async () => {
    const checks = countChecks()
    const token = issuer.issue()
    await identity.verify(token)
    clock.ms += MINUTE_MS - 1
    await identity.verify(token)
    expect(checks).toHaveBeenCalledTimes(1)
    clock.ms += 1
    await identity.verify(token)
    expect(checks).toHaveBeenCalledTimes(2)
  })

  it('is checked again from exp on and refused after the tolerance of 60 seconds', async () => {
    const checks = countChecks()
    const expS = Math.ceil(clock.ms / 1000) + 10
    const token = issuer.issue({ exp: expS })
    await identity.verify(token)
    clock.ms = expS * 1000 - 1
    await identity.verify(token)
    expect(checks).toHaveBeenCalledTimes(1)
    clock.ms = expS * 1000
    await identity.verify(token)
    expect(checks).toHaveBeenCalledTimes(2)
    clock.ms = (expS + 60) * 1000
    expect(await reasonOf(token)).toBe('expired')
  })

  it('is forgotten once 10,000 others came', async () => {
    const tokenNo = (n: number) => signRaw('EdDSA', issuer.ed.privateKey, ED, issuer.claims({ n }))
    const [first, second] = [tokenNo(1), tokenNo(2)]
    await identity.verify(first)
    await identity.verify(second)
    for (let n = 3; n <= 10_001; n++) await identity.verify(tokenNo(n))
    const checks = countChecks()
    await identity.verify(second)
    expect(checks).toHaveBeenCalledTimes(0)
    await identity.verify(first)
    expect(checks).toHaveBeenCalledTimes(1)
  })

  it('that was refused is not remembered as good', async () => {
    const token = issuer.issue({ org_id: '*' })
    expect(await reasonOf(token)).toBe('claims')
    expect(await reasonOf(token)).toBe('claims')
  })
})

describe('the issuer is asked', () => {
  it('once, however many first requests come together', async () => {
    await Promise.all(Array.from({ length: 50 }, () => identity.verify(issuer.issue())))
    expect(issuer.asked).toEqual({ discovery: 1, keys: 1, other: 0 })
  })

  it('at most once in 30 seconds during a flood of unknown keys', async () => {
    await identity.verify(issuer.issue())
    moveClock(31_000)
    const flood = (from: number) =>
      Promise.all(Array.from({ length: 300 }, (_, n) => reasonOf(issuer.issueUnknown(from + n))))
    expect(new Set(await flood(0))).toEqual(new Set(['invalid']))
    await flood(300)
    expect(issuer.asked.keys).toBe(2)
    moveClock(31_000)
    await flood(600)
    expect(issuer.asked.keys).toBe(3)
  })

  it('at most once in 30 seconds during a flood of unknown keys also while it is down', async () => {
    await identity.verify(issuer.issue())
    issuer.state.answerKeys = (reply) => reply.writeHead(500).end()
    moveClock(31_000)
    for (let n = 0; n < 100; n++) await reasonOf(issuer.issueUnknown(n))
    expect(issuer.asked.keys).toBe(2)
  })

  it('for a new key as soon as a token names it, once the cool-down is over', async () => {
    await identity.verify(issuer.issue())
    const next = createKey('ec', 'ec-2')
    issuer.state.keys.push(next.jwk)
    const token = signRaw('ES256', next.privateKey, { ...ES, kid: 'ec-2' }, issuer.claims())
    expect(await reasonOf(token)).toBe('invalid')
    moveClock(31_000)
    expect(await reasonOf(token)).toBe('accepted')
  })

  it('every 10 minutes, so that a withdrawn key ends', async () => {
    await identity.verify(issuer.issue())
    issuer.state.keys = [issuer.ec.jwk]
    moveClock(9 * MINUTE_MS)
    expect(await reasonOf(issuer.issue())).toBe('accepted')
    moveClock(2 * MINUTE_MS)
    expect(await reasonOf(issuer.issue())).toBe('invalid')
  })
})

describe('an issuer that is down', () => {
  it('makes a first token fail as unreachable, and the next one succeed when it is back', async () => {
    await issuer.close()
    expect(await reasonOf(issuer.issue())).toBe('issuer_unreachable')
    await issuer.listenAgain()
    expect(await reasonOf(issuer.issue())).toBe('accepted')
  })

  it('is bridged for an hour with its last keys, and no longer, and is noticed at once', async () => {
    let failures = 0
    identity = new Identity({ ...trustIn(issuer), clock, observeFailure: () => failures++ })
    await identity.verify(issuer.issue())
    expect(failures).toBe(0)
    await issuer.close()
    moveClock(59 * MINUTE_MS)
    expect(await reasonOf(issuer.issue())).toBe('accepted')
    expect(await reasonOf(issuer.issue({ sub: '' }))).toBe('claims')
    expect(failures).toBe(1)
    moveClock(12 * MINUTE_MS)
    expect(await reasonOf(issuer.issue())).toBe('issuer_unreachable')
  })

  it.each<[string, (reply: ServerResponse) => void]>([
    ['an error', (reply) => reply.writeHead(503).end('{"keys":[]}')],
    ['a redirect', (reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['HTML', (reply) => reply.end('<html></html>')],
    ['no keys', (reply) => reply.end('{}')],
    ['half an answer', (reply) => reply.writeHead(200, { 'content-length': '99' }).end('{"keys":')],
    ['a closed connection', (reply) => reply.destroy()],
  ])('is unreachable, not the caller at fault, when it answers the keys with %s', async (_, answer) => {
    issuer.state.answerKeys = answer
    expect(await reasonOf(issuer.issue())).toBe('issuer_unreachable')
  })

  it.each<[string, (reply: ServerResponse) => void]>([
    ['another issuer', (reply) => reply.end('{"issuer":"https://evil.example/","jwks_uri":"http://x/"}')],
    ['no key address', (reply) => reply.end(JSON.stringify({ issuer: issuer.url }))],
    [
      'a key address that is none',
      (reply) => reply.end(JSON.stringify({ issuer: issuer.url, jwks_uri: 'x' })),
    ],
    ['a redirect', (reply) => reply.writeHead(302, { location: `${issuer.url}keys` }).end()],
    ['null', (reply) => reply.end('null')],
  ])('is unreachable when its discovery document has %s', async (_, answer) => {
    issuer.state.answerDiscovery = answer
    expect(await reasonOf(issuer.issue())).toBe('issuer_unreachable')
  })
})
