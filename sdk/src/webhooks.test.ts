import { createHmac, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook } from './webhooks.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(32).toString('base64')}`
const body = JSON.stringify({ id: 'e-1', type: 'task.done', timestamp: 't', data: { inspection_id: 'ä' } })
const sentS = 1_800_000_000
const nowMs = sentS * 1000
const at = { nowMs }

/** As the independent library signs. */
const signed = (by = secret, text = body, sentAt = sentS) => ({
  'webhook-id': 'e-1',
  'webhook-timestamp': String(sentAt),
  'webhook-signature': new Webhook(by).sign('e-1', new Date(sentAt * 1000), text),
})
const invalid = { code: 'webhook_invalid' }

describe('verifyWebhook', () => {
  it('gives the event of a message that another library signed', async () => {
    expect(await verifyWebhook(secret, signed(), body, at)).toEqual(JSON.parse(body))
  })

  it('takes bytes, Headers and headers in any spelling', async () => {
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook(secret, new Headers(signed()), bytes, at)).toMatchObject({ id: 'e-1' })
    const shouted = Object.fromEntries(
      Object.entries(signed()).map(([key, value]) => [key.toUpperCase(), value]),
    )
    expect(await verifyWebhook(secret, shouted, bytes, at)).toMatchObject({ id: 'e-1' })
  })

  it('takes any of several signatures, and any of several secrets', async () => {
    const both = {
      ...signed(),
      'webhook-signature': `v1,AAAA v1a,zzz ${signed(other)['webhook-signature']} ${signed()['webhook-signature']}`,
    }
    expect(await verifyWebhook(secret, both, body, at)).toMatchObject({ id: 'e-1' })
    expect(await verifyWebhook([other, secret], signed(), body, at)).toMatchObject({ id: 'e-1' })
  })

  it.each([
    ['another body', signed(), body.replace('done', 'gone')],
    ['another secret', signed(other), body],
    ['another id', { ...signed(), 'webhook-id': 'e-2' }, body],
    ['another time', { ...signed(), 'webhook-timestamp': String(sentS + 1) }, body],
    ['no signature', { ...signed(), 'webhook-signature': undefined }, body],
    ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }, body],
    ['a signature that is no base64', { ...signed(), 'webhook-signature': 'v1,%%%' }, body],
    [
      'a version that is not ours',
      { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') },
      body,
    ],
    ['a time that is none', { ...signed(), 'webhook-timestamp': 'now' }, body],
    ['no id', { ...signed(), 'webhook-id': '' }, body],
    ['too old', signed(secret, body, sentS - 301), body],
    ['from the future', signed(secret, body, sentS + 301), body],
  ])('refuses %s', async (_, headers, text) => {
    await expect(verifyWebhook(secret, headers, text, at)).rejects.toMatchObject(invalid)
  })

  it('takes what is old when told so', async () => {
    const old = signed(secret, body, sentS - 3600)
    expect(await verifyWebhook(secret, old, body, { ...at, toleranceS: 4000 })).toMatchObject({ id: 'e-1' })
  })

  it('reads the clock by itself', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(await verifyWebhook(secret, signed(secret, body, now), body)).toMatchObject({ id: 'e-1' })
    await expect(verifyWebhook(secret, signed(), body)).rejects.toMatchObject(invalid)
  })

  it('signs what the specification says: id, time and body with points between', async () => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const mac = createHmac('sha256', key).update(`e-1.${sentS}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'e-1',
      'webhook-timestamp': String(sentS),
      'webhook-signature': `v1,${mac}`,
    }
    expect(await verifyWebhook(secret, headers, body, at)).toMatchObject({ type: 'task.done' })
  })

  it('tells a secret that is none apart from a message that is not ours', async () => {
    await expect(verifyWebhook('whsec_%', signed(), body, at)).rejects.toThrow(TypeError)
  })
})
