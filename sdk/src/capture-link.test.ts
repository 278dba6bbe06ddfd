import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { problem, type Scripted, type Seen, startScripted } from '../test/scripted-service.ts'
import { openCaptureLink } from './capture-link.ts'
import { createDeviceKey } from './device-key.ts'
import { getCapture } from './operations.ts'

let service: Scripted
afterEach(() => service.close())

const SECRET = 'c2VjcmV0LW9mLWEtY2FwdHVyZS1saW5rLS0tLS0tLS0'
const session = (token: string) => ({
  status: 201,
  json: { object_type: 'CAPTURE_SESSION', token, inspection_id: 'i-1', capture_link_id: 'l-1' },
})
const open = async () => openCaptureLink({ url: `${service.url}/capture#${SECRET}`, retries: 0 })

/** What a proof says, if its signature is right. */
function readProof({ headers }: Seen | { headers: Record<string, string> }) {
  const [header = '', payload = '', signature = ''] = String(headers.dpop).split('.')
  const { jwk, ...rest } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  return { isRight, jwk, ...rest, ...JSON.parse(Buffer.from(payload, 'base64url').toString()) }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

describe('openCaptureLink', () => {
  it('proves the exchange and each request with one key', async () => {
    service = await startScripted(session('T1'), { json: { object_type: 'CAPTURE', steps: [] } })
    const { client, inspectionId, captureLinkId } = await open()
    await getCapture(client, inspectionId)
    expect([inspectionId, captureLinkId]).toEqual(['i-1', 'l-1'])
    const [first, second] = service.seen
    if (!first || !second) throw new Error('two requests were sent')
    expect(first.headers.authorization).toBeUndefined()
    expect(JSON.parse(first.body.toString())).toEqual({ secret: SECRET })
    expect(readProof(first)).toMatchObject({
      isRight: true,
      typ: 'dpop+jwt',
      htm: 'POST',
      htu: `${service.url}/v1/capture_sessions`,
      ath: digestOf(SECRET),
    })
    expect(second.headers.authorization).toBe('DPoP T1')
    expect(readProof(second)).toMatchObject({
      isRight: true,
      htm: 'GET',
      htu: `${service.url}/v1/inspections/i-1/capture`,
      ath: digestOf('T1'),
      jwk: readProof(first).jwk,
    })
  })

  it('gets the next token with the same key once the last one has expired', async () => {
    service = await startScripted(session('T1'), problem(401, 'token_expired'), session('T2'), {
      json: { object_type: 'CAPTURE', steps: [] },
    })
    const { client } = await open()
    await getCapture(client, 'i-1')
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'DPoP T1',
      undefined,
      'DPoP T2',
    ])
  })

  it('takes the time of the service where the clock of the device is wrong', async () => {
    const now = '2031-05-06T07:08:09.000Z'
    service = await startScripted(problem(401, 'token_invalid', { reason: 'time', now }), session('T1'))
    await open()
    const [wrong, right] = service.seen
    if (!wrong || !right) throw new Error('two requests were sent')
    expect(readProof(right).iat - Date.parse(now) / 1000).toBeLessThan(5)
    expect(readProof(wrong).iat).toBeLessThan(Date.parse(now) / 1000 - 1_000)
  })

  it('tells why a link has ended', async () => {
    service = await startScripted(problem(410, 'capture_link_revoked'))
    await expect(open()).rejects.toMatchObject({ code: 'capture_link_revoked', status: 410 })
  })

  it('makes a key that cannot be read', async () => {
    service = await startScripted({})
    const { privateKey } = await createDeviceKey()
    expect(privateKey.extractable).toBe(false)
  })
})
