import { createHash, verify, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { OID } from '../signing/oids.ts'
import { CheckFailed } from './checks.ts'
import type { FoundSignature } from './find-signature.ts'

/** Who signed, as the certificate in the file says, and the other certificates that came with it. */
export type SignedBy = { own: X509Certificate; others: X509Certificate[] }

type DigestName = 'sha256' | 'sha384'
const DIGESTS: Record<string, DigestName> = { [OID.sha256]: 'sha256', [OID.sha384]: 'sha384' }
const KEYS: Record<string, string> = { [OID.ecdsaSha256]: 'ec', [OID.ecdsaSha384]: 'ec', [OID.rsa]: 'rsa' }
const CERTIFICATES_MAX = 8

/** Checks the message against the file, RFC 5652 5.6 and RFC 5035. Whether anybody vouches for the signer is another question. */
export function checkSignature({ message, signed }: FoundSignature): SignedBy {
  const signedData = readMessage(message)
  const [info, ...more] = signedData.signerInfos
  if (info === undefined || more.length > 0)
    throw new CheckFailed('the signature is not by exactly one signer')
  const { own, others } = certificatesOf(signedData, info)
  const digest = DIGESTS[info.digestAlgorithm.algorithmId]
  if (digest === undefined) throw new CheckFailed('the signature uses a digest that our reports do not use')
  requireAttributes(info, digest, signed, own)
  requireSignature(info, digest, own)
  return { own, others }
}

// The parser throws errors of many kinds for bytes that are no message; none of them says more than this sentence.
function readMessage(message: Buffer): pkijs.SignedData {
  try {
    const parsed = asn1js.fromBER(message)
    if (parsed.offset < 0 || message.subarray(parsed.offset).some((byte) => byte !== 0))
      throw new Error('trailing bytes')
    const content = new pkijs.ContentInfo({ schema: parsed.result })
    const signedData = new pkijs.SignedData({ schema: content.content })
    if (signedData.encapContentInfo.eContent !== undefined) throw new Error('the content is inside')
    return signedData
  } catch (cause) {
    throw new CheckFailed('the signature cannot be read', { cause })
  }
}

function certificatesOf(signedData: pkijs.SignedData, info: pkijs.SignerInfo): SignedBy {
  const all = (signedData.certificates ?? []).filter((entry) => entry instanceof pkijs.Certificate)
  const { sid } = info
  if (!(sid instanceof pkijs.IssuerAndSerialNumber) || all.length > CERTIFICATES_MAX)
    throw new CheckFailed('the signature does not name its certificate as our reports do')
  const found = all.find(
    ({ issuer, serialNumber }) => issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  )
  if (found === undefined) throw new CheckFailed('the certificate of the signer is missing')
  return { own: readCertificate(found), others: all.filter((other) => other !== found).map(readCertificate) }
}

function readCertificate(certificate: pkijs.Certificate): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(certificate.toSchema().toBER(false)))
  } catch (cause) {
    throw new CheckFailed('a certificate in the signature cannot be read', { cause })
  }
}

function requireAttributes(
  info: pkijs.SignerInfo,
  digest: DigestName,
  signed: [Buffer, Buffer],
  own: X509Certificate,
): void {
  const type = attributeOf(info, OID.contentType)
  if (!(type instanceof asn1js.ObjectIdentifier) || type.valueBlock.toString() !== OID.data)
    throw new CheckFailed('the signature does not name the type of what it is over')
  const [before, after] = signed
  const computed = createHash(digest).update(before).update(after).digest()
  if (!isOctets(attributeOf(info, OID.messageDigest), computed))
    throw new CheckFailed('the file was changed after it was signed')
  const certificateHash = createHash(digest).update(own.raw).digest()
  if (!isOctets(certificateHashOf(info), certificateHash))
    throw new CheckFailed('the signature was made with another certificate than the one in the file')
}

function attributeOf(info: pkijs.SignerInfo, type: string): unknown {
  const found = (info.signedAttrs?.attributes ?? []).filter((attribute) => attribute.type === type)
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : undefined
}

/** SigningCertificateV2 is a sequence of a sequence of ESSCertIDv2, whose digest comes after an optional algorithm. */
function certificateHashOf(info: pkijs.SignerInfo): unknown {
  const [ids] = membersOf(attributeOf(info, OID.signingCertificateV2))
  const [first] = membersOf(ids)
  return membersOf(first).find((member) => member instanceof asn1js.OctetString)
}

function membersOf(value: unknown): unknown[] {
  return value instanceof asn1js.Sequence ? value.valueBlock.value : []
}

function isOctets(value: unknown, expected: Buffer): boolean {
  return value instanceof asn1js.OctetString && expected.equals(Buffer.from(value.valueBlock.valueHexView))
}

function requireSignature(info: pkijs.SignerInfo, digest: DigestName, own: X509Certificate): void {
  const { publicKey } = own
  const wanted = KEYS[info.signatureAlgorithm.algorithmId]
  if (wanted === undefined || publicKey.asymmetricKeyType !== wanted)
    throw new CheckFailed('the signature uses an algorithm that our reports do not use')
  const attributes = Buffer.from(info.signedAttrs?.encodedValue ?? new ArrayBuffer(0))
  const signature = Buffer.from(info.signature.valueBlock.valueHexView)
  if (!verify(digest, attributes, publicKey, signature))
    throw new CheckFailed('the signature was not made with the key of its certificate')
}
