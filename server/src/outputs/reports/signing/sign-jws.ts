import { sign, type X509Certificate } from 'node:crypto'
import { requireValid, type Signer } from './open-signer.ts'

/** A JWS in compact form (RFC 7515) with the certificates in its head, so that it can be checked without the service. */
export function signJws(signer: Signer, typ: string, content: object, at: Date): string {
  for (const certificate of signer.certificates) requireValid(certificate, at)
  const head = {
    alg: algorithmOf(signer.certificates[0]),
    typ,
    x5c: signer.certificates.map(({ raw }) => raw.toString('base64')),
  }
  const text = `${encode(head)}.${encode(content)}`
  const signature = sign(signer.digest, Buffer.from(text), { key: signer.key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

export function algorithmOf({ publicKey }: X509Certificate): 'ES256' | 'ES384' | 'RS256' {
  const { namedCurve } = publicKey.asymmetricKeyDetails ?? {}
  if (namedCurve === undefined) return 'RS256'
  return namedCurve === 'secp384r1' ? 'ES384' : 'ES256'
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
