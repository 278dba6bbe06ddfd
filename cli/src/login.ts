import { spawn } from 'node:child_process'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from './exit-codes.ts'
import { discover, readServiceIdentity, requestToken } from './issuer.ts'
import type { Session } from './session.ts'

const WAIT_MS = 5 * 60_000

type SignIn = {
  url: string
  issuer: string | undefined
  clientId: string | undefined
  signal: AbortSignal
  /** Shows the person where to go. */
  show: (address: string) => void
}

/** Authorization code with PKCE and a loopback redirect (RFC 8252, RFC 7636): works with every issuer, needs no secret. */
export async function signIn(wanted: SignIn): Promise<Session> {
  // Whoever names the issuer may ask a service that does not tell it.
  const told = await readServiceIdentity(wanted.url)
  const [issuerUrl, clientId] = [wanted.issuer ?? told.issuer, wanted.clientId ?? told.client_id]
  const issuer = await discover(issuerUrl)
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('base64url')]
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  try {
    // A server on a port has an AddressInfo; a string only on a pipe.
    const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
    const address = new URL(issuer.authorization_endpoint)
    const query = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      scope: 'openid profile offline_access',
      resource: told.audience,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    wanted.show(address.href)
    const code = await codeFrom(server, state, wanted.signal)
    const answer = await requestToken(issuer.token_endpoint, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    })
    return {
      url: wanted.url,
      issuer: issuer.issuer,
      client_id: clientId,
      token_endpoint: issuer.token_endpoint,
      revocation_endpoint: issuer.revocation_endpoint,
      access_token: answer.access_token,
      refresh_token: answer.refresh_token,
      expires_at_ms: Date.now() + answer.expires_in_s * 1000,
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** What the browser brings back. Only the sign-in that was begun here counts. */
function codeFrom(server: Server, state: string, signal: AbortSignal): Promise<string> {
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
      const code = searchParams.get('code')
      const error = searchParams.get('error_description') ?? searchParams.get('error')
      const text = code
        ? 'You are signed in. Go back to the terminal.'
        : 'The sign-in failed. See the terminal.'
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        .end(text, () =>
          code ? resolve(code) : reject(new Failure('access', `The issuer refused: ${error}`)),
        )
      clearTimeout(late)
    })
  })
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/** Opens the person's browser where there is one; the address is on the screen in any case. */
export function openBrowser(address: string): void {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(program, [address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
