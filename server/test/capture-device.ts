import { createHash, randomUUID } from 'node:crypto'
import { createKey, signRaw } from '../../testing/issuer.ts'
import type { Answer, Call } from './calls.ts'
import { createInspection } from './factories.ts'
import type { Service } from './own-service.ts'

type Proof = { method: string; url: string; secret: string }

/** A phone that opens capture links: it has a key, and signs each request with it. */
export function createDevice() {
  const { privateKey, publicKey } = createKey('ec', 'device')
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { kty, crv, x, y }
  /** With anything changed that a test wants to be wrong. */
  const prove = ({ method, url, secret }: Proof, claims: object = {}, header: object = {}) =>
    signRaw(
      'ES256',
      privateKey,
      { typ: 'dpop+jwt', alg: 'ES256', jwk, ...header },
      {
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ath: createHash('sha256').update(secret).digest('base64url'),
        ...claims,
      },
    )
  return { jwk, privateKey, publicKey, prove }
}

export type Device = ReturnType<typeof createDevice>

export const secretOf = (url: string) => new URL(url).hash.slice(1)

/** Opens a link as its app does. */
export async function openLink(service: Service, device: Device, secret: string): Promise<Answer> {
  const dpop = device.prove({ method: 'POST', url: `${service.url}/v1/capture_sessions`, secret })
  return service.call('POST', '/capture_sessions', { as: null, json: { secret }, headers: { dpop } })
}

/** Sends a request as the holder of a link. */
export async function callAsHolder(
  service: Service,
  device: Device,
  token: string,
  method: string,
  path: string,
  call: Omit<Call, 'as'> = {},
): Promise<Answer> {
  const dpop = device.prove({ method, url: `${service.url}/v1${path.split('?')[0]}`, secret: token })
  const headers = { authorization: `DPoP ${token}`, dpop, ...call.headers }
  return service.call(method, path, { ...call, as: null, headers })
}

/** The form that carries a picture of a step. */
export function pictureForm(bytes: Buffer, fields: object): FormData {
  const form = new FormData()
  form.set('json', JSON.stringify(fields))
  form.set('picture', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'picture.jpg')
  return form
}

/** A link to an inspection of its own that a device has opened. */
export type Held = { inspection: string; link: string; secret: string; device: Device; token: string }

export async function holdLink(
  service: Service,
  as = 'alder-manager',
  { tasks = ['damage_detection'], profile_id = 'walk-8' } = {},
): Promise<Held> {
  const asked = Object.fromEntries(tasks.map((name) => [name, {}]))
  const inspection = await createInspection(service, { tasks: asked }, as)
  const answer = await service.call('POST', `/inspections/${inspection}/capture_links`, {
    as,
    json: { profile_id },
  })
  const secret = secretOf(answer.body.url)
  const device = createDevice()
  const { body } = await openLink(service, device, secret)
  return { inspection, link: answer.body.id, secret, device, token: body.token }
}

/** The capture that the link is for. */
export const captureOf = ({ inspection }: Held) => `/inspections/${inspection}/capture`
