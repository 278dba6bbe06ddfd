import { verify, X509Certificate } from 'node:crypto'

type Content = { organization: string; sequence: number; hash: string; created_at: string }
type Read = { content: Content; signer: string; fault: null } | { content: null; signer: null; fault: string }

const TYPE = 'walkaround-audit+json'
const DIGESTS: Record<string, string> = { ES256: 'sha256', ES384: 'sha384', RS256: 'sha256' }

/** What a signed checkpoint says, and who signed it. `said` is what the service says beside it. */
export function readCheckpoint(jws: string, said?: { place: number; hash: string }): Read {
  try {
    const [head = '', body = '', signature = ''] = jws.trim().split('.')
    const { alg, typ, x5c } = decode(head)
    const certificate = new X509Certificate(Buffer.from(String(x5c?.[0]), 'base64'))
    const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const
    const digest = DIGESTS[alg]
    if (typ !== TYPE || !digest) return refuse('it is signed, but it is no checkpoint of an audit.')
    if (!verify(digest, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
      return refuse('its signature is wrong.')
    const content: Content = decode(body)
    if (said && (said.place !== content.sequence || said.hash !== content.hash))
      return refuse('it was signed for another entry.')
    const name = certificate.subject.split('\n').at(-1) ?? ''
    return { content, signer: `${name}, SHA-256 ${certificate.fingerprint256}`, fault: null }
  } catch {
    return refuse('it is damaged.')
  }
}

const refuse = (fault: string): Read => ({ content: null, signer: null, fault })

const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
