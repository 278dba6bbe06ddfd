import { createHash, createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey, encode, signRaw } from '../../../../testing/issuer.ts'
import type { Answer } from '../../../test/calls.ts'
import {
  callAsHolder,
  captureOf,
  createDevice,
  type Device,
  type Held,
  holdLink,
  openLink,
  secretOf,
} from '../../../test/capture-device.ts'
import { createInspection } from '../../../test/factories.ts'
import { whileLocked } from '../../../test/held-inspection.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'

let service: Service
/** A link of the attacker, and one of another inspection. */
let own: Held
let other: Held
beforeAll(async () => {
  service = await startService()
  ;[own, other] = await Promise.all([holdLink(service), holdLink(service)])
})
afterAll(() => service.stop())

const sessions = () => `${service.url}/v1/capture_sessions`

/** A read of the capture with a proof that the test makes itself. */
async function readWith(
  token: string,
  dpop: string | undefined,
  scheme = 'DPoP',
  held = own,
): Promise<Answer> {
  return service.call('GET', captureOf(held), {
    as: null,
    headers: { authorization: `${scheme} ${token}`, ...(dpop === undefined ? {} : { dpop }) },
  })
}

/** The proof of that read, with something in it that is wrong. */
const proofWith = (claims: object = {}, header: object = {}, { device, token } = own) =>
  device.prove({ method: 'GET', url: `${service.url}/v1${captureOf(own)}`, secret: token }, claims, header)

const asHolder = (held: Held, method: string, path: string) =>
  callAsHolder(service, held.device, held.token, method, path)

const exchange = (secret: string, dpop: string) =>
  service.call('POST', '/capture_sessions', { as: null, json: { secret }, headers: { dpop } })
const exchangeProof = (device: Device, secret: string, claims: object = {}) =>
  device.prove({ method: 'POST', url: sessions(), secret }, claims)

const nowS = () => Math.floor(Date.now() / 1000)

/** The same proof, signed with the public key as a shared secret, as a careless verifier accepts. */
function signedWithPublicKey(): string {
  const [, payload = ''] = proofWith().split('.')
  const header = encode({ typ: 'dpop+jwt', alg: 'HS256', jwk: own.device.jwk })
  const signature = createHmac('sha256', JSON.stringify(own.device.jwk))
    .update(`${header}.${payload}`)
    .digest('base64url')
  return `${header}.${payload}.${signature}`
}

const PROOFS: [attack: string, dpop: () => string | undefined][] = [
  ['no proof', () => undefined],
  ['an empty proof', () => ''],
  ['a text for a proof', () => 'proof'],
  ['two proofs', () => `${proofWith()}, ${proofWith()}`],
  ['a proof of another device', () => proofWith({}, {}, { ...own, device: createDevice() })],
  [
    "another device's signature under the device's key",
    () => proofWith({}, { jwk: own.device.jwk }, { ...own, device: createDevice() }),
  ],
  [
    'a proof for another token',
    () => proofWith({ ath: createHash('sha256').update(other.token).digest('base64url') }),
  ],
  [
    'a proof for the secret of the link',
    () => proofWith({ ath: createHash('sha256').update(own.secret).digest('base64url') }),
  ],
  ['a proof for no token', () => proofWith({ ath: undefined })],
  ['a proof for another method', () => proofWith({ htm: 'POST' })],
  ['a proof for another path', () => proofWith({ htu: `${service.url}/v1${captureOf(other)}` })],
  [
    'a proof for a path that only begins alike',
    () => proofWith({ htu: `${service.url}/v1${captureOf(own)}/finish` }),
  ],
  ['a proof for no address', () => proofWith({ htu: undefined })],
  ['a proof from ten minutes ago', () => proofWith({ iat: nowS() - 600 })],
  ['a proof from the future', () => proofWith({ iat: nowS() + 600 })],
  ['a proof without a time', () => proofWith({ iat: undefined })],
  ['a proof with a time in words', () => proofWith({ iat: 'now' })],
  ['a proof without an id', () => proofWith({ jti: undefined })],
  ['a proof of another type', () => proofWith({}, { typ: 'JWT' })],
  ['a proof without a key', () => proofWith({}, { jwk: undefined })],
  [
    'a proof with the private key in it',
    () => proofWith({}, { jwk: own.device.privateKey.export({ format: 'jwk' }) }),
  ],
  [
    'an unsigned proof',
    () => `${encode({ typ: 'dpop+jwt', alg: 'none', jwk: own.device.jwk })}.${proofWith().split('.')[1]}.`,
  ],
  ['a proof signed with the public key as a secret', signedWithPublicKey],
  [
    'a proof by an RSA key',
    () => {
      const { privateKey, publicKey } = createKey('rsa', 'r')
      const header = { typ: 'dpop+jwt', alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }
      const [, payload = ''] = proofWith().split('.')
      return signRaw('RS256', privateKey, header, Buffer.from(payload, 'base64url').toString())
    },
  ],
  ['a proof whose signature is cut', () => proofWith().slice(0, -8)],
  ['a proof of 10 kB', () => proofWith({ padding: 'x'.repeat(10_000) })],
]

const TOKENS: [attack: string, ask: () => Promise<Answer>, status: number, code: string][] = [
  ['a guessed token', () => readWithToken(randomBytes(32).toString('base64url')), 401, 'token_invalid'],
  [
    'a token with one letter changed',
    () => readWithToken(own.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))),
    401,
    'token_invalid',
  ],
  ['the secret of the link as a token', () => readWithToken(own.secret), 401, 'token_invalid'],
  [
    'the digest of the token',
    () => readWithToken(createHash('sha256').update(own.token).digest('hex')),
    401,
    'token_invalid',
  ],
  ['a token with an SQL condition', () => readWithToken("x'or'1'='1"), 401, 'token_format'],
  [
    'the token without a proof, as a bearer',
    () => readWith(own.token, undefined, 'Bearer'),
    401,
    'token_undecodable',
  ],
  [
    'the token with its proof, as a bearer',
    () => readWith(own.token, proofWith(), 'Bearer'),
    401,
    'token_undecodable',
  ],
  [
    'the token of an account with a proof',
    async () => readWithToken(await service.tokenOf('alder-manager')),
    401,
    'token_invalid',
  ],
  ['a stolen token with the key of the thief', () => readWithToken(other.token), 401, 'token_invalid'],
  [
    'the token in the query',
    () => service.call('GET', `${captureOf(own)}?access_token=${own.token}`, { as: null }),
    401,
    'token_missing',
  ],
  [
    'the token in a cookie',
    () => service.call('GET', captureOf(own), { as: null, headers: { cookie: `token=${own.token}` } }),
    401,
    'token_missing',
  ],
]

async function readWithToken(token: string): Promise<Answer> {
  const dpop = own.device.prove({ method: 'GET', url: `${service.url}/v1${captureOf(own)}`, secret: token })
  return readWith(token, dpop)
}

describe('a request with a wrong proof', () => {
  it('200 with a right one', async () => {
    expect((await readWith(own.token, proofWith())).status).toBe(200)
  })

  it.each(PROOFS)('401 for %s', async (_attack, dpop) => {
    const { status, body } = await readWith(own.token, dpop())
    expect([status, body.code]).toEqual([401, 'token_invalid'])
  })

  it('401 tells whose clock is wrong the time, and nobody else', async () => {
    const { body } = await readWith(own.token, proofWith({ iat: nowS() - 3_600 }))
    expect(body).toMatchObject({ reason: 'time', now: expect.stringMatching(/^20\d\d-/) })
    expect((await readWith(own.token, proofWith({ iat: 1, htm: 'PUT' }))).body.reason).toBe('request')
  })
})

describe('a request with a wrong token', () => {
  it.each(TOKENS)('is refused: %s', async (_attack, ask, status, code) => {
    const answer = await ask()
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

describe('an exchange', () => {
  it('404 for a guessed secret', async () => {
    const secret = randomBytes(32).toString('base64url')
    expect((await exchange(secret, exchangeProof(createDevice(), secret))).status).toBe(404)
  })

  it.each(['', 'x', "' or 1=1 --", '../../etc/passwd', 'x'.repeat(200)])(
    '404 for the secret %j',
    async (secret) => {
      expect((await exchange(secret, exchangeProof(createDevice(), secret))).status).toBe(404)
    },
  )

  it('503 for a crowd that guesses, and whoever has the secret comes in behind it', async () => {
    const guess = () => openLink(service, own.device, randomBytes(32).toString('base64url'))
    const answers = await whileLocked(service, 'capture_links', Array(150).fill(guess))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['not_found', 'busy']))
    const opened = await openLink(service, own.device, own.secret)
    expect(opened.status).toBe(201)
    own.token = opened.body.token
  })

  it('404 for the token, the digest and the id of a link', async () => {
    const digest = createHash('sha256').update(own.secret).digest('hex')
    for (const secret of [own.token, digest, own.link])
      expect((await exchange(secret, exchangeProof(own.device, secret))).status).toBe(404)
  })

  it('401 without a proof, with that of another secret, or an old one', async () => {
    expect(
      (await service.call('POST', '/capture_sessions', { as: null, json: { secret: own.secret } })).status,
    ).toBe(401)
    expect((await exchange(own.secret, exchangeProof(own.device, other.secret))).status).toBe(401)
    expect(
      (await exchange(own.secret, exchangeProof(own.device, own.secret, { iat: nowS() - 600 }))).status,
    ).toBe(401)
  })

  it('410 on another device once the link is in use, also when the exchange is sent again', async () => {
    const thief = await exchange(own.secret, exchangeProof(createDevice(), own.secret))
    expect(thief.body).toMatchObject({ status: 410, code: 'capture_link_used_up' })
  })

  it('410 of ten devices at once lets in as many as the link allows', async () => {
    const inspection = await createInspection(service)
    const { body } = await service.call('POST', `/inspections/${inspection}/capture_links`, {
      json: { uses_max: 2 },
    })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => openLink(service, createDevice(), secretOf(body.url))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, ...Array(8).fill(410)])
  })

  it('201 repeated by the device ends its last token', async () => {
    const held = await holdLink(service)
    const next = await openLink(service, held.device, held.secret)
    expect((await asHolder(held, 'GET', captureOf(held))).body.code).toBe('token_invalid')
    expect((await asHolder({ ...held, token: next.body.token }, 'GET', captureOf(held))).status).toBe(200)
  })
})

describe('a link that has ended', () => {
  it('401 at once when it is revoked, and 410 for the next token', async () => {
    const held = await holdLink(service)
    expect((await service.call('DELETE', `/capture_links/${held.link}`)).body.status).toBe('revoked')
    expect((await asHolder(held, 'GET', captureOf(held))).body.code).toBe('token_expired')
    expect((await openLink(service, held.device, held.secret)).body).toMatchObject({
      status: 410,
      code: 'capture_link_revoked',
    })
    expect((await service.call('DELETE', `/capture_links/${held.link}`)).status).toBe(200)
  })

  it('401 when it has expired, and 410 for the next token', async () => {
    const held = await holdLink(service)
    await service.rows("update capture_links set expires_at = now() - interval '1 s' where id = $1", [
      held.link,
    ])
    expect((await asHolder(held, 'GET', captureOf(held))).body.code).toBe('token_expired')
    expect((await openLink(service, held.device, held.secret)).body.code).toBe('capture_link_expired')
  })

  it('401 when the token has expired', async () => {
    const held = await holdLink(service)
    await service.rows(
      "update capture_sessions set token_expires_at = now() - interval '1 s' where link_id = $1",
      [held.link],
    )
    expect((await asHolder(held, 'GET', captureOf(held))).body.code).toBe('token_expired')
  })

  it('404 when the inspection is deleted', async () => {
    const held = await holdLink(service)
    await service.call('DELETE', `/inspections/${held.inspection}`)
    expect((await asHolder(held, 'GET', captureOf(held))).status).toBe(404)
  })
})
