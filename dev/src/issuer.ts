import { timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { findAccount } from './issuer-accounts.ts'
import { isLoopback, issuerConfiguration } from './issuer-configuration.ts'
import { loginPage, messagePage } from './login-page.ts'
import { host, readSecrets, readSettings, writePrivateFile } from './settings.ts'

const formBytesMax = 10_000

// Its own process, started as: node dev/src/issuer.ts <stack folder>
const settings = readSettings({ ...process.env, STACK_DIR: process.argv[2] })
const secrets = readSecrets(settings)
const configuration = issuerConfiguration(settings, secrets, await readSigningKey())
const provider = new Provider(settings.issuer, configuration)
provider.Client.prototype.redirectUriAllowed = isLoopback
provider.Client.prototype.postLogoutRedirectUriAllowed = isLoopback
const answerProtocol = provider.callback()

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    const message =
      'This sign-in has expired or was already used. Go back to the application and start again.'
    sendPage(response, 400, messagePage('Sign-in expired', message))
  })
})
server.listen(settings.ports.issuer, host)
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!request.url?.startsWith('/interaction/')) return answerProtocol(request, response)

  const { uid, prompt } = await provider.interactionDetails(request, response)
  const action = `/interaction/${uid}`
  // Only a client that asks for consent by name comes here; the grant exists already.
  if (prompt.name === 'consent') return provider.interactionFinished(request, response, { consent: {} })
  if (request.method !== 'POST') return sendPage(response, 200, loginPage({ action }))

  const form = await readForm(request)
  const name = form.get('name')?.trim() ?? ''
  const account = findAccount(name)
  if (!account || !isPassword(form.get('password') ?? '')) {
    return sendPage(
      response,
      401,
      loginPage({ action, name, error: 'The user name or the password is wrong.' }),
    )
  }
  return provider.interactionFinished(request, response, { login: { accountId: account.name } })
}

function isPassword(password: string): boolean {
  const expected = Buffer.from(secrets.userPassword)
  const given = Buffer.from(password)
  return given.length === expected.length && timingSafeEqual(given, expected)
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

// Kept in the folder, so that tokens stay valid when the issuer restarts.
async function readSigningKey(): Promise<object> {
  const file = join(settings.dir, 'issuer-key.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: `stack-${Date.now()}`, alg: 'ES256', use: 'sig' }
  writePrivateFile(file, JSON.stringify(key))
  return key
}
