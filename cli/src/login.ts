import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import { Failure } from './exit-codes.ts'
import {
  clientOf,
  discover,
  optionsFor,
  readServiceIdentity,
  readTokens,
  type ServiceIdentity,
  type Tokens,
} from './issuer.ts'

const WAIT_MS = 5 * 60_000

/** Everything a sign-in needs to know, whichever way it is done. */
export type SignIn = {
  identity: ServiceIdentity
  server: oauth.AuthorizationServer
  client: oauth.Client
}

export async function prepareSignIn(
  url: string,
  given: { issuer: string | undefined; clientId: string | undefined },
): Promise<SignIn> {
  const told = await readServiceIdentity(url)
  const identity = {
    ...told,
    issuer: given.issuer ?? told.issuer,
    client_id: given.clientId ?? told.client_id,
  }
  return { identity, server: await discover(identity.issuer), client: clientOf(identity.client_id) }
}

/** What is asked for, in a browser and with a device code alike. */
export function wishOf({ scope, audience, audience_parameter }: ServiceIdentity): Record<string, string> {
  return { scope, ...(audience_parameter ? { [audience_parameter]: audience } : {}) }
}

/** Authorization code with PKCE and a loopback redirect (RFC 8252, RFC 7636): works with every issuer, needs no secret. */
export async function signInWithBrowser(
  { identity, server, client }: SignIn,
  { show, signal }: { show: (address: string) => void; signal: AbortSignal },
): Promise<Tokens> {
  if (!server.authorization_endpoint) throw new Failure('access', 'The issuer has no page to sign in at.')
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
  const listener = createServer()
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', resolve)
  })
  try {
    // A server on a port has an AddressInfo; a string only on a pipe.
    const redirect = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
    const address = new URL(server.authorization_endpoint)
    const query = {
      ...wishOf(identity),
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirect,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    show(address.href)
    const brought = await answerFrom(listener, state, signal)
    return await readTokens(server.issuer, async () => {
      const parameters = oauth.validateAuthResponse(server, client, brought, state)
      const options = optionsFor(server.issuer)
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirect,
        verifier,
        options,
      )
      return oauth.processAuthorizationCodeResponse(server, client, response)
    })
  } finally {
    listener.closeAllConnections()
    listener.close()
  }
}

/** What the browser brings back. Only the sign-in that was begun here counts. */
function answerFrom(server: Server, state: string, signal: AbortSignal): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () =>
        reject(
          new Failure('access', 'Nobody signed in within five minutes.', 'Run `walkaround login` again.'),
        ),
      WAIT_MS,
    )
    late.unref()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      if (pathname !== '/callback') return void response.writeHead(404).end()
      if (!isSame(searchParams.get('state') ?? '', state)) {
        return void response.writeHead(400).end('This sign-in was not begun here.')
      }
      const isGranted = searchParams.has('code')
      const error = searchParams.get('error_description') ?? searchParams.get('error')
      const text = isGranted
        ? 'You are signed in. Go back to the terminal.'
        : 'The sign-in failed. See the terminal.'
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        .end(text, () =>
          isGranted ? resolve(searchParams) : reject(new Failure('access', `The issuer refused: ${error}`)),
        )
      clearTimeout(late)
    })
  })
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
