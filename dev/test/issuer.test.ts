import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { stackValue } from '../../testing/stack.ts'

const issuer = stackValue('OIDC_ISSUER')
const audience = stackValue('OIDC_AUDIENCE')
const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
const callback = 'http://127.0.0.1:43210/any/path?of=mine'

const tasks = 'compliances damage_detection images_ocr repair_estimate wheel_analysis'.split(' ')
const own = 'inspections:create inspections:read inspections:update inspections:write'.split(' ')
const organization = 'read update write'.split(' ').map((verb) => `inspections:${verb}_organization`)
const all = 'read update write'.split(' ').map((verb) => `inspections:${verb}_all`)
const expected = {
  none: [],
  reader: ['inspections:read', 'inspections:read_organization'],
  member: [...tasks, ...own],
  device: [...tasks, 'inspections:create', 'inspections:update'],
  member2: [...tasks, ...own],
  reviewer: [...tasks, ...own, ...organization],
  manager: [...tasks, ...own, ...organization, 'originals:read'],
  admin: [...tasks, ...own, ...organization, ...all, 'originals:read'],
}
const table = ['alder', 'birch'].flatMap((org) =>
  Object.entries(expected).map(([set, names]) => ({
    client: `${org}-${set}`,
    org_id: `org_${org}`,
    permissions: names.map((name) => `monk_core_api:${name}`).sort(),
  })),
)

describe('discovery', () => {
  it('names this issuer and requires S256 challenges', async () => {
    const document = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
    expect(document).toMatchObject({
      issuer,
      jwks_uri: `${issuer}/jwks`,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256'],
    })
  })
})

describe('client credentials', () => {
  it.each(table)('$client holds the permissions of its set', async ({ client, org_id, permissions }) => {
    const answer = await requestToken({ grant_type: 'client_credentials' }, client)
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 3600, token_type: 'Bearer' } })
    const { payload, protectedHeader } = await verify(answer.text('access_token'))
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    expect(payload).toMatchObject({ sub: client, azp: client, org_id, aud: audience })
    expect(permissionsOf(payload)).toEqual(permissions)
  })

  it('has each account in any number of organizations, by a suffix', async () => {
    const client = 'alder-reader@north-2'
    const answer = await requestToken({ grant_type: 'client_credentials' }, client)
    const { payload } = await verify(answer.text('access_token'))
    expect(payload).toMatchObject({ sub: client, azp: client, org_id: 'org_alder_north-2' })
    expect(permissionsOf(payload)).toEqual(table.find((one) => one.client === 'alder-reader')?.permissions)
  })

  it.each(['alder-reader@', 'alder-reader@a@b', 'alder-nobody@north', '@north', 'org_alder@north'])(
    '401 for %s, which is no account',
    async (client) => {
      const answer = await requestToken({ grant_type: 'client_credentials' }, client)
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    },
  )

  it('401 for a wrong secret of an account with a suffix', async () => {
    const answer = await requestToken({ grant_type: 'client_credentials' }, 'alder-reader@north', 'wrong')
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it('401 for a wrong secret', async () => {
    const answer = await requestToken({ grant_type: 'client_credentials' }, 'alder-member', 'wrong')
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it('gives a token that no other audience accepts', async () => {
    const { text } = await requestToken({ grant_type: 'client_credentials' }, 'alder-member')
    await expect(
      jwtVerify(text('access_token'), keys, { issuer, audience: 'https://other.test/' }),
    ).rejects.toThrow(/aud/)
  })
})

describe('sign-in', () => {
  it('gives a person with a suffix the organization of the suffix', async () => {
    const { location, verifier } = await signIn('alder-manager@north', stackValue('STACK_USER_PASSWORD'))
    const tokens = await requestToken({
      ...{
        grant_type: 'authorization_code',
        client_id: 'console',
        code: location.searchParams.get('code') ?? '',
      },
      ...{ redirect_uri: callback, code_verifier: verifier },
    })
    const { payload } = await verify(tokens.text('access_token'))
    expect(payload).toMatchObject({ sub: 'alder-manager@north', org_id: 'org_alder_north' })
  })

  it('gives tokens for a code with PKCE, and a refresh renews them', async () => {
    const { location, verifier } = await signIn('birch-manager', stackValue('STACK_USER_PASSWORD'))
    expect(location.searchParams.get('of')).toBe('mine')
    const code = location.searchParams.get('code') ?? ''
    const first = await requestToken({
      ...{ grant_type: 'authorization_code', client_id: 'console', code },
      ...{ redirect_uri: callback, code_verifier: verifier },
    })
    expect(first.status).toBe(200)
    const { payload } = await verify(first.text('access_token'))
    expect(payload).toMatchObject({ sub: 'birch-manager', org_id: 'org_birch', azp: 'console' })
    expect(permissionsOf(payload)).toEqual(
      table.find(({ client }) => client === 'birch-manager')?.permissions,
    )
    expect(decodeJwt(first.text('id_token'))).toMatchObject({ sub: 'birch-manager', aud: 'console' })

    const refresh = {
      grant_type: 'refresh_token',
      client_id: 'console',
      refresh_token: first.text('refresh_token'),
    }
    const second = await requestToken(refresh)
    expect(second.status).toBe(200)
    expect((await verify(second.text('access_token'))).payload.sub).toBe('birch-manager')
  })

  it('asks only once per browser, also when the client wants consent or silence', async () => {
    const { browser } = await signIn('alder-member', stackValue('STACK_USER_PASSWORD'))
    for (const prompt of ['consent', 'none']) {
      const { url } = await browser.visit(authorizationUrl({ prompt, scope: 'openid offline_access' }).url)
      expect(new URL(url).searchParams.get('code')).toBeTruthy()
    }
  })

  it('renews a session after another window of the same browser has signed in', async () => {
    const { browser, location, verifier } = await signIn('alder-member', stackValue('STACK_USER_PASSWORD'))
    const first = await requestToken({
      ...{ grant_type: 'authorization_code', client_id: 'console' },
      ...{ code: location.searchParams.get('code') ?? '', redirect_uri: callback, code_verifier: verifier },
    })
    await browser.visit(authorizationUrl().url)
    const renewed = await requestToken({
      ...{ grant_type: 'refresh_token', client_id: 'console' },
      refresh_token: first.text('refresh_token'),
    })
    expect(renewed.status).toBe(200)
  })

  it('401 shows what is wrong with the password and keeps the name', async () => {
    const browser = createBrowser(issuer)
    const { url } = await browser.visit(authorizationUrl().url)
    const { response } = await browser.visit(url, { name: 'alder-member', password: 'wrong' })
    expect(response.status).toBe(401)
    const html = await response.text()
    expect(html).toContain('role="alert">The user name or the password is wrong.')
    expect(html).toContain('value="alder-member"')
  })

  it('400 for a sign-in that this browser did not begin', async () => {
    const response = await fetch(`${issuer}/interaction/unknown`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Sign-in expired')
  })

  it('refuses a request without PKCE', async () => {
    const { url } = authorizationUrl({ code_challenge: '', code_challenge_method: '' })
    const location = new URL((await createBrowser(issuer).visit(url)).url)
    expect(location.searchParams.get('error')).toBe('invalid_request')
    expect(location.searchParams.get('error_description')).toMatch(/PKCE/)
  })

  it('400 for an address on another machine', async () => {
    const { url } = authorizationUrl({ redirect_uri: 'https://evil.test/' })
    const { response } = await createBrowser(issuer).visit(url)
    expect(response.status).toBe(400)
  })
})

function authorizationUrl(changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    ...{ client_id: 'console', response_type: 'code', redirect_uri: callback, scope: 'openid', state: 's' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return { verifier, url: `${issuer}/auth?${new URLSearchParams(given)}` }
}

async function signIn(name: string, password: string) {
  const browser = createBrowser(issuer)
  const { url, verifier } = authorizationUrl()
  const page = await browser.visit(url)
  const html = await page.response.text()
  expect(html).toContain('<h1>Sign in to Walkaround</h1>')
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? ''
  const end = await browser.visit(new URL(action, page.url).href, { name, password })
  return { browser, verifier, location: new URL(end.url) }
}

async function requestToken(
  form: Record<string, string>,
  client?: string,
  secret = stackValue('STACK_CLIENT_SECRET'),
) {
  const basic = Buffer.from(`${client}:${secret}`).toString('base64')
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: client ? { authorization: `Basic ${basic}` } : {},
  })
  const body: unknown = await response.json()
  const fields = new Map<string, unknown>(Object.entries(Object(body)))
  return { status: response.status, body, text: (name: string) => String(fields.get(name) ?? '') }
}

function verify(token: string) {
  return jwtVerify(token, keys, { issuer, audience, typ: 'at+jwt', algorithms: ['ES256'] })
}

function permissionsOf(payload: Record<string, unknown>): unknown[] {
  return Array.isArray(payload.permissions) ? payload.permissions.toSorted() : []
}
