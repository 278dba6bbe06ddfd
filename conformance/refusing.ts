import type { Harness } from '../testing/harness.ts'
import { createKey, RS, signRaw, startIssuer } from '../testing/issuer.ts'
import type { Subject } from './subject.ts'

/** Another API on the same ground whose issuer is ours, so that there are tokens no honest issuer would give. */
export async function startRefusing(
  harness: Harness,
): Promise<Subject['refusing'] & { close: () => Promise<void> }> {
  const issuer = await startIssuer()
  const { url } = await harness
    .startApi('server/src/api.ts', [], { OIDC_ISSUER: issuer.url })
    .catch(async (error) => {
      await issuer.close()
      throw error
    })
  const past = Math.floor(Date.now() / 1000) - 7_200
  const stranger = createKey('rsa', 'rsa-1')
  const tokens = {
    none: issuer.issue(),
    expired: issuer.issue({ iat: past, exp: past + 60 }),
    'wrong audience': issuer.issue({ aud: 'https://elsewhere.test/' }),
    'wrong issuer': issuer.issue({ iss: 'https://elsewhere.test/' }),
    // Filled in by the caller: a token of the stack's own issuer, which this service does not trust.
    'of another issuer': '',
    'not a token': 'garbage',
    'wrong signature': signRaw('RS256', stranger.privateKey, RS, issuer.claims()),
    'no organization claim': issuer.issue({ org_id: undefined }),
  }
  return { url, tokens, close: () => issuer.close() }
}
