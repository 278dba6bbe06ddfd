import { Problem } from '../contracts/problems.ts'
import type { Cells } from '../platform/context.ts'
import { type ProofRefused, type ProvenRequest, verifyProof } from '../platform/device-proof.ts'
import type { Principal } from '../platform/identity.ts'
import { isSecret, secretDigest } from './capture-secrets.ts'

type SessionRow = {
  org_id: string
  id: string
  link_id: string
  inspection_id: string
  device: string
  token_expires_at: string
  is_open: boolean
}

/** How a link's holder is named in the log, in events and in limits; behind it stands the device's session. */
export const subjectOfLink = (linkId: string) => `capture_link:${linkId}`

/** A device that has opened a capture link, by its token and the proof of its key. It has no permission of its own. */
export async function findLinkHolder(
  cells: Cells,
  { secret: token, ...request }: ProvenRequest,
): Promise<Principal> {
  const device = await requireProof({ secret: token, ...request })
  // A token names no organization. There is one cell; with more, each would be asked.
  const [row] = isSecret(token)
    ? await cells.cellOf('').database.callAcross<SessionRow>('find_capture_session', [secretDigest(token)])
    : []
  if (row?.device !== device) throw new Problem('token_invalid')
  const expiresAtMs = Date.parse(row.token_expires_at)
  // Why a link has ended, its holder is told when they ask for the next token.
  if (!row.is_open || expiresAtMs <= request.nowMs) throw new Problem('token_expired')
  return {
    // Each device has limits and idempotency keys of its own: many may share a reusable link.
    subject: `${subjectOfLink(row.link_id)}/${row.id}`,
    org_id: row.org_id,
    permissions: new Set(),
    expiresAtMs,
    link: { id: row.link_id, session_id: row.id, inspection_id: row.inspection_id },
  }
}

/** The thumbprint of the device that asks. Whoever's clock is wrong is told the time. */
export async function requireProof(request: ProvenRequest): Promise<string> {
  try {
    return await verifyProof(request)
  } catch (error) {
    // verifyProof throws nothing else.
    const { reason } = error as ProofRefused
    throw new Problem('token_invalid', { reason, now: new Date(request.nowMs).toISOString() }, [], error)
  }
}
