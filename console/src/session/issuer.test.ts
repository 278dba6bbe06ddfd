import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConsoleConfig, Issuer } from './issuer.ts'

const CONFIG: ConsoleConfig = {
  api_url: 'https://api.example.com',
  issuer: 'https://login.example.com/',
  client_id: 'console',
  scope: 'openid api://walkaround/access',
  audience: 'https://api.example.com/v1/',
  audience_parameter: 'audience',
  organization_claim: 'org_id',
  permissions_claim: 'permissions',
}
const asked: string[] = []
let named: string

// The issuer is on the internet.
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const document = {
      issuer: named,
      authorization_endpoint: 'https://login.example.com/authorize?policy=walkaround',
      end_session_endpoint: 'https://login.example.com/logout',
    }
    return Response.json(document)
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('an issuer is asked where it describes itself', () => {
  it.each([
    ['https://login.example.com', 'https://login.example.com/.well-known/openid-configuration'],
    ['https://login.example.com/', 'https://login.example.com/.well-known/openid-configuration'],
    ['https://id.example.com/realms/a', 'https://id.example.com/realms/a/.well-known/openid-configuration'],
    ['https://id.example.com/realms/a/', 'https://id.example.com/realms/a/.well-known/openid-configuration'],
  ])('%s', async (issuer, address) => {
    named = issuer
    await new Issuer({ ...CONFIG, issuer }).signInUrl('/console/')
    expect(asked).toEqual([address])
  })

  it.each([
    ['https://login.example.com', 'https://login.example.com/'],
    ['https://login.example.com/', 'https://login.example.com'],
    ['https://id.example.com/realms/a', 'https://id.example.com/realms/a/'],
  ])('and must not call itself by another name than %s: %s', async (issuer, other) => {
    named = other
    await expect(new Issuer({ ...CONFIG, issuer }).signInUrl('/console/')).rejects.toThrow()
  })
})

it('asks for the audience and the scope in the way of the issuer', async () => {
  named = CONFIG.issuer
  const url = new URL(await new Issuer(CONFIG).signInUrl('/console/'))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    policy: 'walkaround',
    audience: CONFIG.audience,
    scope: CONFIG.scope,
    code_challenge_method: 'S256',
  })
  expect(url.searchParams.has('resource')).toBe(false)
  const plain = new URL(await new Issuer({ ...CONFIG, audience_parameter: null }).signInUrl('/console/'))
  expect(plain.searchParams.has('audience')).toBe(false)
})

it('tells the issuer at the end whose session it was', async () => {
  named = CONFIG.issuer
  const url = new URL((await new Issuer(CONFIG).signOutUrl('the.id.token')) ?? '')
  expect(url.searchParams.get('id_token_hint')).toBe('the.id.token')
})

describe('a refresh', () => {
  const answer = (token: () => Response) =>
    vi.stubGlobal('fetch', async (address: string | URL) =>
      String(address).includes('.well-known')
        ? Response.json({ issuer: CONFIG.issuer, token_endpoint: 'https://login.example.com/token' })
        : token(),
    )
  const refusal = (error: string, status: number) => () => Response.json({ error }, { status })

  it.each([
    ['invalid_grant', 400],
    ['invalid_grant', 403],
    ['invalid_client', 401],
    ['interaction_required', 400],
  ])('ends the session at %s with %i', async (error, status) => {
    answer(refusal(error, status))
    expect(await new Issuer(CONFIG).refresh('r1')).toBe(null)
  })

  it('ends the session where the client is refused in a header', async () => {
    const headers = { 'www-authenticate': 'Basic realm="login"' }
    answer(() => Response.json({ error: 'invalid_client' }, { status: 401, headers }))
    expect(await new Issuer(CONFIG).refresh('r1')).toBe(null)
  })

  it.each<[string, () => Response]>([
    ['an overloaded issuer', refusal('temporarily_unavailable', 400)],
    ['a broken issuer', refusal('server_error', 500)],
    ['a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['too many requests', () => new Response(null, { status: 429 })],
    [
      'a page to sign in to the network',
      () => new Response('<form>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['no connection', () => Response.error()],
  ])('may pass later after %s', async (_what, response) => {
    answer(response)
    await expect(new Issuer(CONFIG).refresh('r1')).rejects.toThrow()
  })

  it('may pass later where nobody can be reached', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(new Issuer(CONFIG).refresh('r1')).rejects.toThrow('Failed to fetch')
  })
})
