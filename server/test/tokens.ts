import { decodeJwt } from 'jose'
import { stackValue } from '../../testing/stack.ts'

const known = new Map<string, Promise<string>>()

/**
 * An access token of the stack's issuer for one of its clients, such as `alder-manager`; with a suffix, in an
 * organization that has it at the end of its name.
 */
export function tokenOf(client: string, suffix = ''): Promise<string> {
  const key = client + suffix
  const token = known.get(key) ?? fetchToken(client, suffix)
  known.set(key, token)
  return token
}

async function fetchToken(client: string, suffix: string): Promise<string> {
  const answer = await fetch(`${stackValue('OIDC_ISSUER')}/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client}:${stackValue('STACK_CLIENT_SECRET')}`).toString('base64')}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', organization_suffix: suffix }).toString(),
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error(`the issuer gave no token for ${client}: ${answer.status}`)
  if (!String(decodeJwt(access_token).org_id).endsWith(suffix))
    throw new Error(
      'the issuer knows no organizations of test files: start it again, `dev/stack down` and `up`',
    )
  return access_token
}
