import { createHash, sign } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { OID } from './oids.ts'
import type { Signer } from './open-signer.ts'

/** The CMS message (RFC 5652) that vouches for the digest of a file. It holds the certificates and not the file. */
export function signedMessage(signer: Signer, digest: Buffer): Buffer {
  const certificates = signer.certificates.map(({ raw }) => pkijs.Certificate.fromBER(raw))
  const [own] = certificates
  if (own === undefined) throw new Error('a signer has at least one certificate')
  const attributes = signedAttributes(signer, digest)
  const digestAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: OID[signer.digest] })
  const signedData = new pkijs.SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates,
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        digestAlgorithm,
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
        signatureAlgorithm: signatureAlgorithm(signer),
        signature: new asn1js.OctetString({
          valueHex: sign(signer.digest, encodedSet(attributes), signer.key),
        }),
      }),
    ],
  })
  const message = new pkijs.ContentInfo({ contentType: OID.signedData, content: signedData.toSchema(true) })
  return Buffer.from(message.toSchema().toBER(false))
}

/** ETSI EN 319 142-1, 6.3: these three, and no signing time, which stands in the PDF. */
function signedAttributes({ certificates: [own], digest: name }: Signer, digest: Buffer): pkijs.Attribute[] {
  const certificateHash = new asn1js.OctetString({ valueHex: createHash(name).update(own.raw).digest() })
  // RFC 5035, 4: SHA-256 is the default and is therefore left out.
  const algorithm =
    name === 'sha256'
      ? []
      : [new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: OID[name] })] })]
  const essCertId = new asn1js.Sequence({ value: [...algorithm, certificateHash] })
  const attributes = [
    new pkijs.Attribute({
      type: OID.contentType,
      values: [new asn1js.ObjectIdentifier({ value: OID.data })],
    }),
    new pkijs.Attribute({ type: OID.messageDigest, values: [new asn1js.OctetString({ valueHex: digest })] }),
    new pkijs.Attribute({
      type: OID.signingCertificateV2,
      values: [new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [essCertId] })] })],
    }),
  ]
  // DER orders the members of a set by their bytes; readers hash them in that order.
  return attributes
    .map((attribute) => ({ attribute, der: Buffer.from(attribute.toSchema().toBER(false)) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ attribute }) => attribute)
}

/** RFC 5652, 5.4: signed is the set with its own tag, not with the one it has inside the message. */
function encodedSet(attributes: pkijs.Attribute[]): Buffer {
  const set = new asn1js.Set({ value: attributes.map((attribute) => attribute.toSchema()) })
  return Buffer.from(set.toBER(false))
}

function signatureAlgorithm({ key, digest }: Signer): pkijs.AlgorithmIdentifier {
  if (key.asymmetricKeyType === 'ec')
    return new pkijs.AlgorithmIdentifier({
      algorithmId: digest === 'sha384' ? OID.ecdsaSha384 : OID.ecdsaSha256,
    })
  return new pkijs.AlgorithmIdentifier({ algorithmId: OID.rsa, algorithmParams: new asn1js.Null() })
}
