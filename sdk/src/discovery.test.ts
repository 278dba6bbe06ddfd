import { afterEach, describe, expect, it, vi } from 'vitest'
import { DiscoveryError, discoverIssuer, discoveryUrl } from './discovery.ts'

// The issuer is on the internet.
const answer = (response: Response) => vi.stubGlobal('fetch', async () => response)
afterEach(() => vi.unstubAllGlobals())

const ISSUER = 'https://login.example.com/realms/a'

describe('discoveryUrl', () => {
  it.each([
    ['https://login.example.com', 'https://login.example.com/.well-known/openid-configuration'],
    ['https://login.example.com/', 'https://login.example.com/.well-known/openid-configuration'],
    [`${ISSUER}/`, `${ISSUER}/.well-known/openid-configuration`],
  ])('%s', (issuer, address) => {
    expect(discoveryUrl(issuer)).toBe(address)
  })
})

describe('discoverIssuer', () => {
  it('returns what the issuer says of itself', async () => {
    const document = { issuer: ISSUER, jwks_uri: `${ISSUER}/keys`, scopes_supported: ['openid'] }
    answer(Response.json(document))
    expect(await discoverIssuer(ISSUER)).toEqual(document)
  })

  it.each<[string, Response, string]>([
    ['an error', Response.json({}, { status: 503 }), 'answers 503'],
    ['a redirect', new Response(null, { status: 302, headers: { location: ISSUER } }), 'answers 302'],
    ['null', Response.json(null), 'does not describe an issuer'],
    ['no name', Response.json({ jwks_uri: ISSUER }), 'does not describe an issuer'],
    [
      'an address that is none',
      Response.json({ issuer: ISSUER, jwks_uri: 'x' }),
      'does not describe an issuer',
    ],
    ['another name', Response.json({ issuer: `${ISSUER}/` }), `calls itself ${ISSUER}/, not ${ISSUER}.`],
  ])('refuses %s', async (_what, response, message) => {
    answer(response)
    const refused = discoverIssuer(ISSUER)
    await expect(refused).rejects.toBeInstanceOf(DiscoveryError)
    await expect(refused).rejects.toThrow(message)
  })
})
