import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type Http, jsonBody } from '../../testing/http.ts'

/** A device that has opened a capture link. */
export type LinkHolder = { authorize: (method: string, url: string) => Record<string, string> }

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Opens a link with a key made for it. Written out here, so that a mistake of the client's own code shows. */
export async function openLink(http: Http, url: string, linkUrl: string): Promise<LinkHolder> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const prove = (method: string, address: string, secret: string): string => {
    const claims = {
      jti: randomUUID(),
      htm: method,
      htu: address.split('?', 1)[0],
      iat: Math.floor(Date.now() / 1000),
      ath: createHash('sha256').update(secret).digest('base64url'),
    }
    const text = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })}.${encode(claims)}`
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const }
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
  }
  const secret = new URL(linkUrl).hash.slice(1)
  const sessions = `${url}/v1/capture_sessions`
  const headers = { dpop: prove('POST', sessions, secret) }
  const answer = await http.ask({ method: 'POST', url: sessions, headers, body: jsonBody({ secret }) })
  if (answer.status !== 201) throw new Error(`the link cannot be opened: ${answer.text}`)
  const { token } = JSON.parse(answer.text)
  return {
    authorize: (method, address) => ({
      authorization: `DPoP ${token}`,
      dpop: prove(method, address, token),
    }),
  }
}
