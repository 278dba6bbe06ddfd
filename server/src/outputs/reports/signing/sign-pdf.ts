import { createHash } from 'node:crypto'
import { appendSignature, type SignatureFacts } from './append-signature.ts'
import { requireValid, type Signer } from './open-signer.ts'
import { signedMessage } from './signed-message.ts'

// Beside the certificates a message holds digests, the issuer's name and one signature, 2 KiB for the longest RSA key.
const MESSAGE_BYTES = 6144

/**
 * A signed copy of one of our own reports, PAdES baseline B-B (ETSI EN 319 142-1). With an RSA key the same input has
 * the same bytes. ECDSA draws a random number for every signature: there the bytes of /Contents differ, and nothing else.
 */
export async function signPdf(signer: Signer, pdf: Uint8Array, facts: SignatureFacts): Promise<Uint8Array> {
  for (const certificate of signer.certificates) requireValid(certificate, facts.signed_at)
  const room = signer.certificates.reduce((sum, { raw }) => sum + raw.length, MESSAGE_BYTES)
  const { bytes, start, end } = appendSignature(pdf, facts, room)
  const digest = createHash(signer.digest)
    .update(bytes.subarray(0, start))
    .update(bytes.subarray(end))
    .digest()
  const message = signedMessage(signer, digest)
  if (message.length > room) throw new Error('the signature does not fit into the place kept for it')
  bytes.write(message.toString('hex'), start + 1, 'latin1')
  return bytes
}
