import { Problem } from '../../core/contracts/problems.ts'
import type { Egress } from '../../core/platform/egress.ts'
import { EgressRefused } from '../../core/platform/egress-refused.ts'

/** Where the name leads is judged at every attempt; a mistake in the text is better told now. */
export function requireReceiverUrl(egress: Pick<Egress, 'check'>, url: string): void {
  try {
    egress.check(url)
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error
    const message = 'must be an https URL of a public host on port 443, without user info'
    throw new Problem('request_invalid', {}, [{ field: 'url', message }])
  }
}
