import { Problem } from '../../core/contracts/problems.ts'
import type { Egress } from '../../core/platform/egress.ts'
import { EgressRefused } from '../../core/platform/egress-refused.ts'
import { type Callback, type CallbackInput, callbackRequest, readCallback } from './callback-request.ts'

/** The callbacks of a task as a client gives them, or a problem that names the first mistake. */
export function readCallbacks(
  egress: Pick<Egress, 'check'>,
  inputs: readonly CallbackInput[],
  field: string,
): Callback[] {
  return inputs.map((input, index) => {
    const at = `${field}.${index}`
    const callback = readCallback(input, at)
    requireUrl(egress, input.url, `${at}.url`)
    requireUrl(egress, callbackRequest(callback).url, `${at}.params`)
    return callback
  })
}

/** The egress judges the address again at every attempt; a mistake in its text is better told now. */
function requireUrl(egress: Pick<Egress, 'check'>, url: string, field: string): void {
  try {
    egress.check(url)
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error
    // Published clients name hosts without a dot. Such a name leads nowhere, and its inspection is made all the same.
    if (error.reason === 'host') return
    const message = 'must be an https URL of at most 8192 characters, without user info, on port 443'
    throw new Problem('request_invalid', {}, [{ field, message }])
  }
}
