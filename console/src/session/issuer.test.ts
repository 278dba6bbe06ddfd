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
