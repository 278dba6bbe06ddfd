import { type Client, type Context, interactionPolicy, type Token } from 'oidc-provider'
import { accounts, findAccount, organizationOf } from './issuer-accounts.ts'
import { deviceCodePage, deviceConfirmPage, messagePage } from './login-page.ts'
import { audience, type Secrets, type Settings } from './settings.ts'

const tokenSeconds = 3600
const sessionSeconds = 14 * 24 * 3600
const identityScopes = ['openid', 'profile', 'email', 'offline_access']

type Names = Pick<Settings, 'portBase'>
type Keys = Pick<Secrets, 'clientSecret' | 'cookieKey'>

export function issuerConfiguration(settings: Names, secrets: Keys, signingKey: object) {
  return {
    jwks: { keys: [signingKey] },
    clients: createClients(secrets.clientSecret),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    // The clients that a browser runs ask from another port of this machine.
    clientBasedCORS: (_context: Context, origin: string) => isLoopback(origin),
    cookies: {
      keys: [secrets.cookieKey],
      // Browsers ignore the port of a cookie: two stacks would sign each other out.
      names: { session: `session_${settings.portBase}`, interaction: `interaction_${settings.portBase}` },
    },
    scopes: identityScopes,
    claims: { openid: ['sub', 'org_id'], profile: ['name'], email: ['email'] },
    findAccount: (_context: Context, id: string) => describeAccount(id),
    extraTokenClaims: ({ oidc }: Context, token: Token) => {
      const account = findAccount(token.accountId ?? token.clientId)
      const org_id = account && organizationOf(account, oidc.body?.organization_suffix)
      return { org_id, permissions: account?.permissions, azp: token.clientId }
    },
    pkce: { required: () => true },
    issueRefreshToken: (_context: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    interactions: {
      url: (_context: Context, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
      policy: policyWithoutConsent(),
    },
    loadExistingGrant: grantEverything,
    renderError: (context: Context, out: { error: string; error_description?: string }) => {
      show(context, messagePage('Sign-in is not possible', `${out.error}: ${out.error_description ?? ''}`))
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      revocation: { enabled: true },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (context: Context, form: string, _out: unknown, error: unknown) =>
          show(context, deviceCodePage(form, error !== undefined)),
        userCodeConfirmSource: (
          context: Context,
          form: string,
          _client: Client,
          _device: unknown,
          code: string,
        ) => show(context, deviceConfirmPage(form, code)),
        successSource: (context: Context) =>
          show(context, messagePage('You are signed in', 'Go back to the terminal.')),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: tokenSeconds,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    ttl: {
      AccessToken: tokenSeconds,
      ClientCredentials: tokenSeconds,
      IdToken: tokenSeconds,
      Interaction: 3600,
      RefreshToken: sessionSeconds,
      Session: sessionSeconds,
      Grant: sessionSeconds,
    },
  }
}

function show(context: Context, html: string): void {
  context.type = 'html'
  context.body = html
}

/** Any port and path of this machine, as people start their tools on whatever port is free. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname } = new URL(uri)
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

function createClients(secret: string) {
  const machines = accounts.map(({ name }) => createMachine(name, secret))
  const browserClient = {
    client_id: 'console',
    client_name: 'Walkaround console',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/', 'http://localhost/'],
    post_logout_redirect_uris: ['http://127.0.0.1/', 'http://localhost/'],
  }
  return [...machines, browserClient]
}

/** The client of an account. */
export function createMachine(name: string, secret: string) {
  return {
    client_id: name,
    client_secret: secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }
}

// All clients are our own: what a client asks for is granted, without a page.
function policyWithoutConsent() {
  const policy = interactionPolicy.base()
  policy.get('consent')?.checks.clear()
  return policy
}

async function grantEverything(context: Context) {
  const { client, session, provider, requestParamOIDCScopes } = context.oidc
  const known = session.grantIdFor(client.clientId)
  // A grant of its own for every sign-in would end the sessions of the other windows of the same browser.
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '))
  for (const resource of [context.oidc.params?.resource ?? audience].flat())
    grant.addResourceScope(resource, '')
  await grant.save()
  return grant
}

function describeAccount(id: string) {
  const account = findAccount(id)
  if (!account) return undefined
  const { name, org_id } = account
  return { accountId: name, claims: () => ({ sub: name, org_id, name, email: `${name}@walkaround.test` }) }
}
