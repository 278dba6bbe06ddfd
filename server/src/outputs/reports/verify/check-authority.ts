import type { X509Certificate } from 'node:crypto'
import * as pkijs from 'pkijs'
import type { SignedBy } from './check-signature.ts'
import { type Check, CheckFailed } from './checks.ts'

/** Throws unless every certificate was valid when the signer says to have signed. */
export function requireValidAt({ own, others }: SignedBy, signedAt: Date): void {
  for (const certificate of [own, ...others]) {
    const name = nameOf(certificate)
    if (signedAt < certificate.validFromDate)
      throw new CheckFailed(`the certificate of ${name} was not valid yet at the time of signing`)
    if (signedAt > certificate.validToDate)
      throw new CheckFailed(`the certificate of ${name} had expired at the time of signing`)
  }
}

/** Whether one of the given certificates vouches for the signer. Revocation is not looked up: that needs a network. */
export async function checkAuthority(
  { own, others }: SignedBy,
  trusted: readonly X509Certificate[],
  signedAt: Date,
): Promise<Check> {
  if (trusted.length === 0) return { check: 'authority', status: 'not checked', detail: notChecked(own) }
  if (trusted.some(({ raw }) => raw.equals(own.raw)))
    return {
      check: 'authority',
      status: 'ok',
      detail: 'the certificate of the signer is one of those you gave',
    }
  const chain = new pkijs.CertificateChainValidationEngine({
    trustedCerts: trusted.map(parseCertificate),
    // The engine looks at the last one; the others are there for it to find the way.
    certs: [...others.map(parseCertificate), parseCertificate(own)],
    checkDate: signedAt,
  })
  const { result } = await chain.verify()
  const name = nameOf(own)
  return result
    ? {
        check: 'authority',
        status: 'ok',
        detail: `an authority you gave vouches for ${name}; revocation was not looked up`,
      }
    : {
        check: 'authority',
        status: 'FAILED',
        detail: `none of the certificates you gave vouches for ${name}`,
      }
}

function notChecked(own: X509Certificate): string {
  return own.issuer === own.subject && own.verify(own.publicKey)
    ? 'the certificate is self-signed: anybody can make one with this name'
    : 'no authority was given to check the certificate against (--certificates)'
}

function parseCertificate({ raw }: X509Certificate): pkijs.Certificate {
  return pkijs.Certificate.fromBER(raw)
}

export function nameOf({ subject }: X509Certificate): string {
  return `"${subject.replaceAll('\n', ', ')}"`
}
