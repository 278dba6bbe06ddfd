import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AUDIENCE,
  encode,
  type Issuer,
  RS,
  signHmac,
  signRaw,
  startIssuer,
  trustIn,
} from '../../../../testing/issuer.ts'
import { Identity, type TokenRefusal } from './identity.ts'

const planted = { kty: 'oct', kid: 'oct-1', k: encode('planted in the key set') }
const nowS = Math.floor(Date.now() / 1000)

let issuer: Issuer
let identity: Identity
beforeAll(async () => {
  issuer = await startIssuer()
  issuer.state.keys.push(planted)
  identity = new Identity(trustIn(issuer))
})
afterAll(() => issuer.close())

type Case = [name: string, reason: TokenRefusal, token: () => string]

const pem = () => String(issuer.rsa.publicKey.export({ type: 'spki', format: 'pem' }))
const modulus = () => Buffer.from(issuer.rsa.publicKey.export({ format: 'jwk' }).n ?? '', 'base64url')
const hmac = (secret: string | Buffer, header: object = RS) =>
  signHmac(secret, { ...header, alg: 'HS256' }, issuer.claims())
const signed = (header: unknown, payload: unknown) => signRaw('RS256', issuer.rsa.privateKey, header, payload)
const unsigned = (header: object, signature = '') =>
  `${encode(header)}.${encode(issuer.claims())}.${signature}`
const parts = (): [string, string, string] => {
  const [header = '', payload = '', signature = ''] = issuer.issue().split('.')
  return [header, payload, signature]
}
const good = () => issuer.issue()
/** A good token with both characters that the two base64 alphabets write differently. */
const mixed = () => {
  for (;;) {
    const [, , signature] = parts()
    if (signature.includes('-') && signature.includes('_')) return good()
  }
}
const rawClaims = (more: string) => `${JSON.stringify(issuer.claims()).slice(0, -1)},${more}}`

const algorithm: Case[] = [
  ['alg none without a signature', 'invalid', () => unsigned({ ...RS, alg: 'none' })],
  ['alg none with a signature', 'invalid', () => unsigned({ ...RS, alg: 'none' }, parts()[2])],
  ['alg None', 'invalid', () => unsigned({ ...RS, alg: 'None' }, 'AA')],
  ['alg nOnE', 'invalid', () => unsigned({ ...RS, alg: 'nOnE' }, 'AA')],
  ['an empty alg', 'undecodable', () => unsigned({ ...RS, alg: '' }, 'AA')],
  ['no alg', 'undecodable', () => unsigned({ kid: 'rsa-1', typ: 'at+jwt' }, 'AA')],
  ['a number as alg', 'undecodable', () => unsigned({ ...RS, alg: 256 }, 'AA')],
  ['an array as alg', 'undecodable', () => unsigned({ ...RS, alg: ['RS256'] }, 'AA')],
  ['__proto__ as alg', 'invalid', () => unsigned({ ...RS, alg: '__proto__' }, 'AA')],
  ['HS256 keyed with the PEM', 'invalid', () => hmac(pem())],
  ['HS256 keyed with the trimmed PEM', 'invalid', () => hmac(pem().trim())],
  ['HS256 keyed with the JWK text', 'invalid', () => hmac(JSON.stringify(issuer.rsa.jwk))],
  ['HS256 keyed with the modulus', 'invalid', () => hmac(modulus())],
  ['HS256 with an empty secret', 'invalid', () => hmac('')],
  [
    'HS256 with an oct key planted in the key set',
    'invalid',
    () => hmac('planted in the key set', { kid: 'oct-1', typ: 'at+jwt' }),
  ],
  ['RS512 in the header', 'invalid', () => issuer.issue({}, { ...RS, alg: 'RS512' })],
  ['RS1 in the header', 'invalid', () => issuer.issue({}, { ...RS, alg: 'RS1' })],
  ['PS256 over an RS256 signature', 'invalid', () => issuer.issue({}, { ...RS, alg: 'PS256' })],
  ['dir in the header', 'invalid', () => issuer.issue({}, { ...RS, alg: 'dir', enc: 'A256GCM' })],
]

const structure: Case[] = [
  ['nothing', 'undecodable', () => ''],
  ['two dots', 'undecodable', () => '..'],
  ['a word', 'undecodable', () => 'token'],
  ['a stripped signature', 'invalid', () => `${parts().slice(0, 2).join('.')}.`],
  ['2 segments', 'undecodable', () => parts().slice(0, 2).join('.')],
  ['4 segments', 'undecodable', () => `${good()}.AA`],
  ['5 segments', 'undecodable', () => `${good()}.AA.AA`],
  ['a trailing dot', 'undecodable', () => `${good()}.`],
  ['padding after the signature', 'undecodable', () => `${good()}==`],
  ['the standard base64 alphabet', 'undecodable', () => mixed().replaceAll('-', '+').replaceAll('_', '/')],
  ['a space in the signature', 'undecodable', () => good().replace(/.{9}$/, ' $&')],
  ['a space in the payload', 'undecodable', () => good().replace('.', '. ')],
  ['a leading space', 'undecodable', () => ` ${good()}`],
  ['a newline at the end', 'undecodable', () => `${good()}\n`],
  ['a newline in the signature', 'undecodable', () => good().replace(/.{9}$/, '\r\n$&')],
  ['a NUL at the end', 'undecodable', () => `${good()}\0`],
  ['a letter outside ASCII', 'undecodable', () => `${good()}é`],
  ['9 kB', 'undecodable', () => issuer.issue({ filling: 'x'.repeat(6_500) })],
  ['1 MB', 'undecodable', () => issuer.issue({ filling: 'x'.repeat(750_000) })],
  ['1 MB of dots', 'undecodable', () => '.'.repeat(1_000_000)],
  ['a payload that is no JSON', 'undecodable', () => signed(RS, 'not json')],
  ['an array payload', 'undecodable', () => signed(RS, [issuer.claims()])],
  ['a text payload', 'undecodable', () => signed(RS, '"text"')],
  ['a null payload', 'undecodable', () => signed(RS, null)],
  [
    'a payload that is no UTF-8',
    'undecodable',
    () => signed(RS, Buffer.from(rawClaims('"x":"\xff"'), 'latin1')),
  ],
  ['a header that is no JSON', 'undecodable', () => signed('header', issuer.claims())],
  ['an array header', 'undecodable', () => signed([RS], issuer.claims())],
  [
    'alg twice, none last',
    'invalid',
    () => signed('{"alg":"RS256","kid":"rsa-1","alg":"none"}', issuer.claims()),
  ],
  [
    'alg twice, none first, no signature',
    'invalid',
    () => unsigned({}).replace('e30', encode('{"alg":"none","kid":"rsa-1","alg":"RS256"}')),
  ],
  [
    'a claim added a second time',
    'invalid',
    () => {
      const [header, , signature] = parts()
      return [header, encode(rawClaims('"org_id":"org_birch"')), signature].join('.')
    },
  ],
  ['the JSON serialization', 'undecodable', () => JSON.stringify({ payload: parts()[1] })],
]

const at = (changes: Record<string, unknown>) => () => issuer.issue(changes)
const typed = (typ: unknown) => () => issuer.issue({}, { ...RS, typ })

const type: Case[] = [
  ['typ JWT', 'invalid', typed('JWT')],
  ['no typ', 'invalid', typed(undefined)],
  ['typ logout+jwt', 'invalid', typed('logout+jwt')],
  ['typ dpop+jwt', 'invalid', typed('dpop+jwt')],
  ['typ with a space', 'invalid', typed('at+jwt ')],
  ['typ as an array', 'invalid', typed(['at+jwt'])],
]

const issuerAndAudience: Case[] = [
  ['another issuer', 'issuer', at({ iss: 'https://evil.example/' })],
  ['the issuer without its slash', 'issuer', () => issuer.issue({ iss: issuer.url.slice(0, -1) })],
  ['an issuer that starts like ours', 'issuer', () => issuer.issue({ iss: `${issuer.url}evil` })],
  ['a prefix of the issuer', 'issuer', () => issuer.issue({ iss: 'http://127.0.0.1' })],
  ['an array with the issuer', 'issuer', () => issuer.issue({ iss: [issuer.url] })],
  ['no issuer', 'issuer', at({ iss: undefined })],
  ['another audience', 'audience', at({ aud: 'https://api.other.test/' })],
  ['audiences without ours', 'audience', at({ aud: ['a', 'b'] })],
  ['no audience', 'audience', at({ aud: undefined })],
  ['an empty list of audiences', 'audience', at({ aud: [] })],
  ['an audience that contains ours', 'audience', at({ aud: `${AUDIENCE}evil` })],
  ['an audience that is contained in ours', 'audience', at({ aud: AUDIENCE.slice(0, -1) })],
  ['an object as audience', 'audience', at({ aud: { [AUDIENCE]: true } })],
  ['a list in the list of audiences', 'audience', at({ aud: [[AUDIENCE]] })],
]

const DAY_S = 86_400
const time: Case[] = [
  ['expired for an hour', 'expired', at({ iat: nowS - 7_200, exp: nowS - 3_600 })],
  ['expired for 61 seconds', 'expired', at({ iat: nowS - 7_200, exp: nowS - 61 })],
  ['no exp', 'claims', at({ exp: undefined })],
  ['exp as text', 'claims', at({ exp: String(nowS + 3_600) })],
  ['exp null', 'claims', at({ exp: null })],
  ['exp 0', 'expired', at({ exp: 0 })],
  ['exp negative', 'expired', at({ exp: -1 })],
  ['exp 1e400', 'claims', () => signed(RS, rawClaims('"exp":1e400'))],
  ['nbf in the future', 'claims', at({ nbf: nowS + 600 })],
  ['nbf as text', 'claims', at({ nbf: 'now' })],
  ['no iat', 'claims', at({ iat: undefined })],
  ['iat as text', 'claims', at({ iat: 'now' })],
  ['iat in the future', 'claims', at({ iat: nowS + 600 })],
  ['iat -1e400', 'expired', () => signed(RS, rawClaims('"iat":-1e400'))],
  ['a life of ten years', 'claims', at({ exp: nowS + 3_650 * DAY_S })],
  ['iat two days old', 'expired', at({ iat: nowS - 2 * DAY_S })],
]

const claim: Case[] = [
  ['no sub', 'claims', at({ sub: undefined })],
  ['sub as an object', 'claims', at({ sub: { id: 'x' } })],
  ['an empty sub', 'claims', at({ sub: '' })],
  ['a sub of 201 letters', 'claims', at({ sub: 's'.repeat(201) })],
  ['no organization', 'claims', at({ org_id: undefined })],
  ['an empty organization', 'claims', at({ org_id: '' })],
  ['organizations in an array', 'claims', at({ org_id: ['org_alder'] })],
  ['SQL as organization', 'claims', at({ org_id: "x' or '1'='1" })],
  ['* as organization', 'claims', at({ org_id: '*' })],
  ['a path as organization', 'claims', at({ org_id: '../org_birch' })],
  ['a slash in the organization', 'claims', at({ org_id: 'org_alder/org_birch' })],
  ['a newline after the organization', 'claims', at({ org_id: 'org_alder\n' })],
  ['a NUL in the organization', 'claims', at({ org_id: 'org_alder\0' })],
  ['an organization of 201 letters', 'claims', at({ org_id: 'o'.repeat(201) })],
  ['permissions as a number', 'claims', at({ permissions: 7 })],
  ['permissions as an object', 'claims', at({ permissions: { read: true } })],
  ['a number among the permissions', 'claims', at({ permissions: ['a', 1] })],
  ['the nonce of an ID token', 'claims', at({ nonce: 'n' })],
  ['the at_hash of an ID token', 'claims', at({ at_hash: 'h' })],
]

describe('a token is refused', () => {
  const attacks = { algorithm, structure, type, issuerAndAudience, time, claim }
  describe.each(Object.entries(attacks))('%s', (_, cases) => {
    it.each(cases)('%s: %s', async (_name, reason, token) => {
      await expect(identity.verify(token())).rejects.toMatchObject({ name: 'Error', reason })
    })
  })

  it('when it is too large, though well signed, and without asking the issuer', async () => {
    const fresh = new Identity(trustIn(issuer))
    const asked = { ...issuer.asked }
    const token = issuer.issue({ filling: 'x'.repeat(750_000) })
    await expect(fresh.verify(token)).rejects.toMatchObject({ reason: 'undecodable' })
    expect(issuer.asked).toEqual(asked)
  })
})
