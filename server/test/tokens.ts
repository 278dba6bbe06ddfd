import { stackValue } from './stack.ts'

const known = new Map<string, Promise<string>>()

/** An access token of the stack's issuer for one of its clients, such as `alder-manager`. */
export function tokenOf(client: string): Promise<string> {
  const token = known.get(client) ?? fetchToken(client)
  known.set(client, token)
  return token
}

async function fetchToken(client: string): Promise<string> {
  const answer = await fetch(`${stackValue('OIDC_ISSUER')}/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client}:${stackValue('STACK_CLIENT_SECRET')}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (!access_token) throw new Error(`the issuer gave no token for ${client}: ${answer.status}`)
  return access_token
}
