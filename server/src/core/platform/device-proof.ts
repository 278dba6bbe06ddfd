import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'

/** A phone's clock may be off, and says by how much only after its first answer. */
const AGE_S_MAX = 120
const PROOF_BYTES_MAX = 2_000
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

export type ProofRefusal = 'missing' | 'signature' | 'time' | 'request'

export class ProofRefused extends Error {
  readonly reason: ProofRefusal
  constructor(reason: ProofRefusal, cause?: unknown) {
    super(`proof refused: ${reason}`, { cause })
    this.reason = reason
  }
}

export type ProvenRequest = {
  proof: string | string[] | undefined
  method: string
  /** As the client wrote it; a proxy may have taken a prefix off. */
  path: string
  /** The secret or the token that the proof is for. */
  secret: string
  nowMs: number
}

/** Which device sent a request: the thumbprint of the key it holds, by a proof of RFC 9449 (DPoP) for this very request. */
export async function verifyProof({ proof, method, path, secret, nowMs }: ProvenRequest): Promise<string> {
  if (typeof proof !== 'string') throw new ProofRefused('missing')
  if (proof.length > PROOF_BYTES_MAX || !COMPACT.test(proof)) throw new ProofRefused('signature')
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(nowMs),
  }).catch((error: unknown) => {
    throw new ProofRefused('signature', error)
  })
  if (!isFor(payload, method, path) || payload.ath !== digestOf(secret)) throw new ProofRefused('request')
  // Time comes last: only whoever has a right proof is told that their clock is wrong.
  if (typeof payload.iat !== 'number' || Math.abs(payload.iat - nowMs / 1000) > AGE_S_MAX)
    throw new ProofRefused('time')
  return calculateJwkThumbprint(protectedHeader.jwk ?? {})
}

function isFor({ htm, htu, jti }: JWTPayload, method: string, path: string): boolean {
  if (htm !== method || typeof jti !== 'string' || jti === '') return false
  return typeof htu === 'string' && URL.canParse(htu) && new URL(htu).pathname.endsWith(path)
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
