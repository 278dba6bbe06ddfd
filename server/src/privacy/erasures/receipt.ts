import { createHash, verify, X509Certificate } from 'node:crypto'
import type { Signer } from '../../outputs/reports/signing/open-signer.ts'
import { algorithmOf, signJws } from '../../outputs/reports/signing/sign-jws.ts'
import type { Receipt } from './schema.ts'

const TYPE = 'walkaround-erasure+json'

/** How a receipt names an inspection: whoever has the inspection can tell that it is meant, and nobody else can tell anything. */
export const inspectionDigest = (orgId: string, inspectionId: string): string =>
  createHash('sha256').update(`${orgId}/${inspectionId}`).digest('hex')

export const signReceipt = (signer: Signer, receipt: Receipt): string =>
  signJws(signer, TYPE, receipt, new Date(receipt.erased_at))

export class ReceiptRefused extends Error {
  override name = 'ReceiptRefused'
}

export type VerifiedReceipt = { receipt: Receipt; certificates: X509Certificate[] }

/** What a signed receipt says, and with which certificates. Whether to trust these is for the reader to say. */
export function verifyReceipt(jws: string): VerifiedReceipt {
  const [head, content, signature, ...more] = jws.trim().split('.')
  if (!head || !content || !signature || more.length > 0)
    throw new ReceiptRefused('This is no signed receipt of an erasure.')
  const { alg, typ, x5c } = decode(head)
  if (typ !== TYPE || !Array.isArray(x5c) || x5c.length === 0)
    throw new ReceiptRefused('This is signed, but it is no receipt of an erasure.')
  const certificates = x5c.map((certificate) => readCertificate(certificate))
  const [own] = certificates
  if (!own || alg !== algorithmOf(own))
    throw new ReceiptRefused('The signature is of another kind than the key.')
  const digest = alg === 'ES384' ? 'sha384' : 'sha256'
  const key = { key: own.publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify(digest, Buffer.from(`${head}.${content}`), key, Buffer.from(signature, 'base64url')))
    throw new ReceiptRefused('The receipt was changed after it was signed.')
  // The signature is that of the service, which signs nothing else of this type.
  return { receipt: decode(content) as unknown as Receipt, certificates }
}

function decode(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Object(value)
  } catch {
    throw new ReceiptRefused('The receipt is damaged.')
  }
}

function readCertificate(text: unknown): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(String(text), 'base64'))
  } catch {
    throw new ReceiptRefused('A certificate in the receipt is damaged.')
  }
}
