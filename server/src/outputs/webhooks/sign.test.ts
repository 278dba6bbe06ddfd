import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { openTestKeys } from '../../../test/organization-keys.ts'
import { newSecret, openSecrets, SECRET_OVERLAP_S, sealSecret } from './secrets.ts'
import { signatureHeaders } from './sign.ts'

const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

describe('signatureHeaders', () => {
  it('is the vector that libraries of the standard share', () => {
    expect(signatureHeaders([SECRET], ID, 1_614_265_330_000, '{"test": 2432232314}')).toEqual({
      'webhook-id': ID,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is accepted by the independent implementation, for 10,000 messages', () => {
    const secrets = Array.from({ length: 20 }, newSecret)
    for (let n = 0; n < 10_000; n++) {
      const secret = secrets[n % secrets.length] ?? ''
      const body = JSON.stringify({ n, text: randomBytes(n % 40).toString('utf8') })
      const headers = signatureHeaders([secret], randomUUID(), Date.now(), body)
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    }
  })

  it('is refused by it when body, id, time or secret is another one', () => {
    const secret = newSecret()
    const headers = signatureHeaders([secret], 'a', Date.now(), '{"a":1}')
    const verify = (changed: object, body = '{"a":1}', key = secret) =>
      new Webhook(key).verify(body, { ...headers, ...changed })
    expect(verify({})).toEqual({ a: 1 })
    expect(() => verify({}, '{"a":2}')).toThrow('No matching signature')
    expect(() => verify({ 'webhook-id': 'b' })).toThrow('No matching signature')
    expect(() => verify({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1) })).toThrow(
      'No matching signature',
    )
    expect(() => verify({}, '{"a":1}', newSecret())).toThrow('No matching signature')
    expect(() =>
      new Webhook(secret).verify('{}', signatureHeaders([secret], 'a', Date.now() - 600_000, '{}')),
    ).toThrow('too old')
  })
})

describe('a secret that was changed', async () => {
  const { keys } = openTestKeys()
  const seal = await keys.openSealer('org_alder')
  const endpoint = { org_id: 'org_alder', id: 'e1' }
  const [fresh, old] = [newSecret(), newSecret()]
  const changedMs = Date.now()
  const sealed = {
    secret: sealSecret(seal, fresh, endpoint),
    previous_secret: sealSecret(seal, old, endpoint),
    previous_secret_until: new Date(changedMs + SECRET_OVERLAP_S * 1_000).toISOString(),
  }

  it('signs together with the new one while they overlap, and either verifies', async () => {
    const secrets = await openSecrets(keys, endpoint, sealed, changedMs)
    expect(secrets).toEqual([fresh, old])
    const headers = signatureHeaders(secrets, 'a', Date.now(), '{}')
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const secret of [fresh, old]) expect(new Webhook(secret).verify('{}', headers)).toEqual({})
  })

  it('signs no more a day later', async () => {
    expect(await openSecrets(keys, endpoint, sealed, changedMs + SECRET_OVERLAP_S * 1_000)).toEqual([fresh])
    expect(await openSecrets(keys, endpoint, sealed, changedMs + SECRET_OVERLAP_S * 1_000 - 1)).toEqual([
      fresh,
      old,
    ])
  })

  it('has 32 random bytes, and opens at its own endpoint only', async () => {
    expect(Buffer.from(fresh.slice('whsec_'.length), 'base64')).toHaveLength(32)
    expect(fresh).not.toBe(old)
    await expect(openSecrets(keys, { ...endpoint, org_id: 'org_birch' }, sealed, 0)).rejects.toThrow(
      'has no key',
    )
    await expect(openSecrets(keys, { ...endpoint, id: 'e2' }, sealed, 0)).rejects.toThrow(
      'unable to authenticate',
    )
  })
})
