import { sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ED, ES, encode, type Issuer, RS, signRaw, startIssuer, trustIn } from '../../../../testing/issuer.ts'
import { Identity, type TokenRefusal } from './identity.ts'

const planted = { kty: 'oct', kid: 'oct-1', k: encode('planted in the key set') }

let issuer: Issuer
let stranger: Issuer
let identity: Identity
beforeAll(async () => {
  issuer = await startIssuer()
  stranger = await startIssuer()
  issuer.state.keys.push(planted)
  identity = new Identity(trustIn(issuer))
})
afterAll(async () => {
  await issuer.close()
  await stranger.close()
})

type Case = [name: string, reason: TokenRefusal, token: () => string]

const issued = (header: object) => issuer.issue({}, { ...RS, ...header })
/** Signed by a stranger whose header asks to be trusted. */
const forged = (header: object) =>
  signRaw('RS256', stranger.rsa.privateKey, { ...RS, ...header }, issuer.claims({ sub: 'attacker' }))
const withSignature = (header: object, signature: Uint8Array) =>
  `${encode(header)}.${encode(issuer.claims())}.${encode(signature)}`
const modulus = () => Buffer.from(issuer.rsa.publicKey.export({ format: 'jwk' }).n ?? '', 'base64url')
const resigned = (token: string, change: (signature: Buffer) => Uint8Array) => {
  const [header, payload, signature = ''] = token.split('.')
  return [header, payload, encode(change(Buffer.from(signature, 'base64url')))].join('.')
}
const flip = (bytes: Buffer, at: number) => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  return bytes
}

const keySource: Case[] = [
  ['another key with the same kid', 'invalid', () => forged({})],
  ['the embedded key of a stranger', 'invalid', () => forged({ jwk: stranger.rsa.jwk })],
  [
    'the embedded key of a stranger, no kid',
    'invalid',
    () => forged({ jwk: stranger.rsa.jwk, kid: undefined }),
  ],
  ["the issuer's embedded key, signed by a stranger", 'invalid', () => forged({ jwk: issuer.rsa.jwk })],
  ['jku', 'invalid', () => forged({ jku: `${stranger.url}keys` })],
  ['jku and an unknown kid', 'invalid', () => forged({ jku: `${stranger.url}keys`, kid: 'evil' })],
  ['x5u', 'invalid', () => forged({ x5u: `${stranger.url}cert.pem` })],
  ['x5c', 'invalid', () => forged({ x5c: [modulus().toString('base64')] })],
  ['an issuer claim that points elsewhere', 'invalid', () => forged({ iss: stranger.url })],
  ['a path as kid', 'invalid', () => forged({ kid: '../../../dev/null' })],
  ['SQL as kid', 'invalid', () => forged({ kid: "x' union select 'key' --" })],
  ['a URL as kid', 'invalid', () => forged({ kid: `${stranger.url}keys` })],
  ['an array as kid', 'invalid', () => forged({ kid: ['rsa-1'] })],
  ['an object as kid', 'invalid', () => forged({ kid: { eq: 'rsa-1' } })],
  ['null as kid', 'invalid', () => forged({ kid: null })],
  ['an empty kid', 'invalid', () => forged({ kid: '' })],
  ['__proto__ as kid', 'invalid', () => forged({ kid: '__proto__' })],
  ['a kid of 4 kB', 'invalid', () => forged({ kid: 'k'.repeat(4_096) })],
  ['the kid of the EC key with RS256', 'invalid', () => issued({ kid: 'ec-1' })],
  [
    'the kid of the RSA key with ES256',
    'invalid',
    () => signRaw('ES256', issuer.ec.privateKey, { ...ES, kid: 'rsa-1' }, issuer.claims()),
  ],
  ['the kid of the planted key with RS256', 'invalid', () => issued({ kid: 'oct-1' })],
  ['an unknown crit', 'invalid', () => issued({ crit: ['exp2'], exp2: 1 })],
  ['an empty crit', 'undecodable', () => issued({ crit: [] })],
  ['b64 false', 'undecodable', () => issued({ crit: ['b64'], b64: false })],
  [
    'a compressed payload',
    'undecodable',
    () =>
      signRaw(
        'RS256',
        issuer.rsa.privateKey,
        { ...RS, zip: 'DEF' },
        deflateRawSync(JSON.stringify(issuer.claims())),
      ),
  ],
]

const maths: Case[] = [
  ['a flipped bit in the signature', 'invalid', () => resigned(issuer.issue(), (s) => flip(s, 100))],
  ['a flipped bit in the payload', 'invalid', () => issuer.issue().replace(/\.(.{9})./, '.$1A')],
  ['an RSA signature of zeros', 'invalid', () => withSignature(RS, Buffer.alloc(256))],
  ['an RSA signature of 1', 'invalid', () => withSignature(RS, flip(Buffer.alloc(256), 255))],
  ['the modulus as RSA signature', 'invalid', () => withSignature(RS, modulus())],
  ['an RSA signature one byte short', 'invalid', () => resigned(issuer.issue(), (s) => s.subarray(1))],
  [
    'an RSA signature one byte long',
    'invalid',
    () => resigned(issuer.issue(), (s) => Buffer.concat([s, s.subarray(0, 1)])),
  ],
  ['a signature of one byte', 'invalid', () => withSignature(RS, Buffer.alloc(1))],
  ['ECDSA (0, 0)', 'invalid', () => withSignature(ES, Buffer.alloc(64))],
  ['ECDSA (0, 1)', 'invalid', () => withSignature(ES, flip(Buffer.alloc(64), 63))],
  ['ECDSA (n, n)', 'invalid', () => withSignature(ES, Buffer.from(P256_ORDER.repeat(2), 'hex'))],
  ['ECDSA in DER', 'invalid', () => withDer()],
  ['Ed25519 of zeros', 'invalid', () => withSignature(ED, Buffer.alloc(64))],
  ['Ed25519 with S + L', 'invalid', () => resigned(edToken(), addOrder)],
]
const P256_ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
const ED_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

const edToken = () => signRaw('EdDSA', issuer.ed.privateKey, ED, issuer.claims())
function addOrder(signature: Buffer): Uint8Array {
  const s = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`) + ED_ORDER
  const bytes = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').toReversed()
  return Buffer.concat([signature.subarray(0, 32), bytes])
}
function withDer(): string {
  const input = `${encode(ES)}.${encode(issuer.claims())}`
  return `${input}.${encode(sign('sha256', Buffer.from(input), issuer.ec.privateKey))}`
}

describe('a token is refused', () => {
  describe.each(Object.entries({ keySource, maths }))('%s', (_, cases) => {
    it.each(cases)('%s: %s', async (_name, reason, token) => {
      await expect(identity.verify(token())).rejects.toMatchObject({ name: 'Error', reason })
    })
  })

  it('without anybody being asked for a key that a token points to', () => {
    expect(stranger.asked).toEqual({ discovery: 0, keys: 0, other: 0 })
  })
})
