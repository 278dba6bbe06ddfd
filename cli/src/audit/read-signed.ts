import { verify, X509Certificate } from 'node:crypto'

type Read<Content> =
  | { content: Content; signer: string; fault: null }
  | { content: null; signer: null; fault: string }

const DIGESTS: Record<string, string> = { ES256: 'sha256', ES384: 'sha384', RS256: 'sha256' }

/** What a JWS of a type says, and who signed it. `what` is said of one of another type. */
export function readSigned<Content>(jws: string, type: string, what: string): Read<Content> {
  try {
    const [head = '', body = '', signature = ''] = jws.trim().split('.')
    const { alg, typ, x5c } = decode(head)
    const certificate = new X509Certificate(Buffer.from(String(x5c?.[0]), 'base64'))
    const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const
    const digest = DIGESTS[alg]
    if (typ !== type || !digest) return refuse(`it is signed, but it is no ${what}.`)
    if (!verify(digest, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
      return refuse('its signature is wrong.')
    const name = certificate.subject.split('\n').at(-1) ?? ''
    return { content: decode(body), signer: `${name}, SHA-256 ${certificate.fingerprint256}`, fault: null }
  } catch {
    return refuse('it is damaged.')
  }
}

export const refuse = (fault: string) => ({ content: null, signer: null, fault })

const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
