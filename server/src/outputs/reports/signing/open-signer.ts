import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as pkijs from 'pkijs'
import type { Config } from '../../../core/platform/config.ts'

export type Signer = {
  key: KeyObject
  digest: 'sha256' | 'sha384'
  /** The signer's own certificate first, then those that vouch for it. */
  certificates: readonly [X509Certificate, ...X509Certificate[]]
}

type SigningFiles = Pick<Config, 'REPORT_SIGNING_KEY_FILE' | 'REPORT_SIGNING_CERTIFICATE_FILE'>

const RSA_BITS_MIN = 2048
const KEY_USAGE_OID = '2.5.29.15'
/** RFC 5280, 4.2.1.3: digitalSignature and nonRepudiation are the first two bits. */
const SIGNING_BITS = 0b1100_0000

/** What signs reports, or null where none is configured. Refuses at start what readers of a report would refuse later. */
export async function openSigner(files: SigningFiles, now: Date): Promise<Signer | null> {
  const { REPORT_SIGNING_KEY_FILE: keyFile, REPORT_SIGNING_CERTIFICATE_FILE: certificateFile } = files
  if (keyFile === undefined || certificateFile === undefined) return null
  const key = readKey(await readFile(keyFile, 'utf8'))
  const digest = digestFor(key)
  const certificates = readCertificates(await readFile(certificateFile, 'utf8'))
  const [own] = certificates
  if (!own.checkPrivateKey(key))
    throw new Error(
      'REPORT_SIGNING_KEY_FILE is not the key of the first certificate in REPORT_SIGNING_CERTIFICATE_FILE.',
    )
  requireSigningUsage(own)
  requireChain(certificates)
  for (const certificate of certificates) requireValid(certificate, now)
  return { key, digest, certificates }
}

/** Throws for a time at which this certificate cannot vouch for anything. */
export function requireValid(certificate: X509Certificate, at: Date): void {
  const { validFromDate, validToDate } = certificate
  if (at < validFromDate)
    throw new Error(`${describeCertificate(certificate)} is not valid before ${validFromDate.toISOString()}.`)
  if (at > validToDate)
    throw new Error(`${describeCertificate(certificate)} expired on ${validToDate.toISOString()}.`)
}

// The parser's own message could quote the key, so it is not kept.
function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error('REPORT_SIGNING_KEY_FILE must hold one private key in PEM, without a passphrase.')
  }
}

function digestFor(key: KeyObject): Signer['digest'] {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (namedCurve === 'secp384r1') return 'sha384'
  if (namedCurve === 'prime256v1') return 'sha256'
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS_MIN) return 'sha256'
  throw new Error(
    `REPORT_SIGNING_KEY_FILE must hold a key on curve P-256 or P-384, or an RSA key of at least ${RSA_BITS_MIN} bits.`,
  )
}

export function readCertificates(pem: string): [X509Certificate, ...X509Certificate[]] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const [own, ...others] = blocks.map((block) => readCertificate(block))
  if (own === undefined) throw new Error('There is no certificate in PEM in the certificate file.')
  return [own, ...others]
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (cause) {
    throw new Error('A certificate in the certificate file cannot be read.', { cause })
  }
}

function requireSigningUsage(certificate: X509Certificate): void {
  const { extensions = [] } = pkijs.Certificate.fromBER(certificate.raw)
  const usage = extensions.find(({ extnID }) => extnID === KEY_USAGE_OID)?.parsedValue
  if (usage === undefined) return
  const [bits = 0] = new Uint8Array(usage.valueBlock.valueHexView)
  if ((bits & SIGNING_BITS) === 0)
    throw new Error(`${describeCertificate(certificate)} says that its key must not be used for signatures.`)
}

function requireChain(certificates: Signer['certificates']): void {
  for (const [i, certificate] of certificates.entries()) {
    const issuer = certificates[i + 1]
    if (issuer && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)))
      throw new Error(
        `${describeCertificate(certificate)} is not followed by the certificate of its issuer in REPORT_SIGNING_CERTIFICATE_FILE.`,
      )
  }
}

function describeCertificate(certificate: X509Certificate): string {
  return `The certificate of "${certificate.subject.replaceAll('\n', ', ')}"`
}
