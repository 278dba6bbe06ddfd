import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { findAccount } from './issuer-accounts.ts'
import { isLoopback } from './issuer-configuration.ts'
import { loginPage, messagePage } from './login-page.ts'

const formBytesMax = 10_000

/**
 * An issuer with a page to sign in at, below whatever path its name has. `describeClient` tells of clients that the configuration does
 * not list.
 */
export function createIssuer(
  issuer: string,
  configuration: object,
  password: string,
  describeClient: (id: string) => object | undefined = () => undefined,
): Server {
  const provider = new Provider(issuer, { ...configuration })
  const findListed = provider.Client.find.bind(provider.Client)
  provider.Client.find = async (id) => {
    const listed = await findListed(id)
    const described = listed ? undefined : describeClient(id)
    return described ? new provider.Client(described) : listed
  }
  provider.Client.prototype.redirectUriAllowed = isLoopback
  provider.Client.prototype.postLogoutRedirectUriAllowed = isLoopback
  const answerProtocol = provider.callback()
  const mountedAt = new URL(issuer).pathname.replace(/\/$/, '')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request
    if (!url.startsWith(`${mountedAt}/`)) return void response.writeHead(404).end()
    request.url = url.slice(mountedAt.length)
    // From both, the provider learns where it is mounted.
    const mounted = Object.assign(request, { originalUrl: url })
    if (!request.url.startsWith('/interaction/')) return answerProtocol(mounted, response)

    const { uid, prompt } = await provider.interactionDetails(mounted, response)
    const action = `${mountedAt}/interaction/${uid}`
    // Only a client that asks for consent by name comes here; the grant exists already.
    if (prompt.name === 'consent') return provider.interactionFinished(mounted, response, { consent: {} })
    if (request.method !== 'POST') return sendPage(response, 200, loginPage({ action }))

    const form = await readForm(request)
    const name = form.get('name')?.trim() ?? ''
    const account = findAccount(name)
    if (!account || !isSame(form.get('password') ?? '', password)) {
      return sendPage(
        response,
        401,
        loginPage({ action, name, error: 'The user name or the password is wrong.' }),
      )
    }
    return provider.interactionFinished(mounted, response, { login: { accountId: account.name } })
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      const message =
        'This sign-in has expired or was already used. Go back to the application and start again.'
      sendPage(response, 400, messagePage('Sign-in expired', message))
    })
  })
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  })
  response.end(html)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > formBytesMax) throw new Error('The form is too long.')
  }
  return new URLSearchParams(text)
}
