import { createHash } from 'node:crypto'
import { canonicalJson } from '../../core/platform/canonical-json.ts'
import { parseJson } from '../../core/platform/parse-json.ts'

export const TWIN_DEPTH_MAX = 32
const CODE_CHARACTERS = 12

/**
 * SHA-256 of the content of a report, in canonical form. The code is printed on the paper and stands in the content
 * too, where it cannot be part of its own digest: it is taken as empty.
 */
export function contentDigest(content: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(withoutCode(content)))
    .digest('hex')
}

/** What a reader of the paper compares: the beginning of the digest of the JSON twin. */
export function reportCode(twin: Uint8Array): string {
  return codeOf(contentDigest(parseJson(twin, { depthMax: TWIN_DEPTH_MAX })))
}

export function codeOf(digest: string): string {
  return digest.slice(0, CODE_CHARACTERS)
}

function withoutCode(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || !('verification' in content)) return content
  const { verification } = content
  if (typeof verification !== 'object' || verification === null) return content
  return { ...content, verification: { ...verification, code: '' } }
}
