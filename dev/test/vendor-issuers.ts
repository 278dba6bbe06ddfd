import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { type Context, errors, type Token } from 'oidc-provider'
import { freePorts } from '../../testing/ports.ts'
import { type Account, findAccount } from '../src/issuer-accounts.ts'
import { issuerConfiguration } from '../src/issuer-configuration.ts'
import { createIssuer } from '../src/issuer-server.ts'
import { host } from '../src/settings.ts'

// node dev/test/vendor-issuers.ts: issuers that name themselves, their claims and their tokens as four vendors do. Prints one
// line of JSON with the settings of a service for each, and runs until it is ended.

type Parts = { header: object | undefined; payload: Record<string, unknown> }
type Manner = {
  path: string
  settings: Record<string, string>
  organization: (account: Account) => string
  /** The resource that a request means; nothing where it names none. */
  resourceOf: (parameters: Record<string, string | undefined>) => string | undefined
  /** `typ` of access tokens; undefined where they have none. */
  type: string | undefined
  claimsOf: (account: Account, issuer: string) => Record<string, unknown>
}

const API = 'https://inspections.example.com/v1/'
const TENANT = '7d2a5c1e-90b4-4b7e-8c55-1f1f6f0a9b3d'
const ENTRA_API = '0f4b8c8e-6a5e-4d57-9a0b-3c2d1e0f9a8b'
const ENTRA_SCOPE = 'api://walkaround/access_as_user'

const MANNERS: Record<string, Manner> = {
  // A slash at the end, `audience` in the request, and claims with addresses for names.
  auth0: {
    path: '/',
    settings: {
      OIDC_AUDIENCE: API,
      OIDC_AUDIENCE_PARAMETER: 'audience',
      OIDC_TOKEN_TYPE: 'JWT',
      OIDC_ORGANIZATION_CLAIM: 'https://walkaround.example.com/org_id',
      OIDC_PERMISSIONS_CLAIM: 'https://walkaround.example.com/permissions',
    },
    organization: ({ org_id }) => org_id,
    resourceOf: ({ audience }) => audience,
    type: 'JWT',
    claimsOf: ({ org_id, permissions }, issuer) => ({
      aud: [API, `${issuer}userinfo`],
      'https://walkaround.example.com/org_id': org_id,
      'https://walkaround.example.com/permissions': permissions,
    }),
  },
  // A realm in the path, roles inside another claim, and an audience beside the one of every client.
  keycloak: {
    path: '/realms/walkaround',
    settings: {
      OIDC_AUDIENCE: API,
      OIDC_AUDIENCE_PARAMETER: 'none',
      OIDC_TOKEN_TYPE: 'JWT',
      OIDC_ORGANIZATION_CLAIM: 'walkaround.org_id',
      OIDC_PERMISSIONS_CLAIM: 'realm_access.roles',
    },
    organization: ({ org_id }) => org_id,
    resourceOf: () => API,
    type: 'JWT',
    claimsOf: ({ org_id, permissions }) => ({
      aud: [API, 'account'],
      typ: 'Bearer',
      walkaround: { org_id },
      realm_access: { roles: ['offline_access', 'uma_authorization', ...permissions] },
    }),
  },
  // The tenant in the path, the API chosen by the scope, and `resource` refused.
  entra: {
    path: `/${TENANT}/v2.0`,
    settings: {
      OIDC_AUDIENCE: ENTRA_API,
      OIDC_AUDIENCE_PARAMETER: 'none',
      OIDC_SCOPE: `openid profile offline_access ${ENTRA_SCOPE}`,
      OIDC_TOKEN_TYPE: 'JWT',
      OIDC_ORGANIZATION_CLAIM: 'tid',
      OIDC_PERMISSIONS_CLAIM: 'roles',
    },
    organization: () => TENANT,
    resourceOf: ({ scope = '' }) => (scope.split(' ').includes(ENTRA_SCOPE) ? 'api://walkaround' : undefined),
    type: 'JWT',
    claimsOf: ({ name, permissions }) => ({
      aud: ENTRA_API,
      ver: '2.0',
      oid: `oid-of-${name}`,
      tid: TENANT,
      scp: 'access_as_user',
      roles: permissions,
    }),
  },
  // An authorization server in the path, scopes and groups as lists, and tokens without a type.
  okta: {
    path: '/oauth2/default',
    settings: {
      OIDC_AUDIENCE: 'api://default',
      OIDC_AUDIENCE_PARAMETER: 'none',
      OIDC_TOKEN_TYPE: 'JWT',
      OIDC_ORGANIZATION_CLAIM: 'organization',
      OIDC_PERMISSIONS_CLAIM: 'groups',
    },
    organization: ({ org_id }) => org_id,
    resourceOf: () => 'api://default',
    type: undefined,
    claimsOf: ({ org_id, permissions }) => ({
      aud: 'api://default',
      ver: 1,
      scp: ['openid', 'profile', 'offline_access'],
      organization: org_id,
      groups: ['Everyone', ...permissions],
    }),
  },
}

const password = randomBytes(8).toString('hex')
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const key = { ...(await exportJWK(privateKey)), kid: 'vendor', alg: 'RS256', use: 'sig' }
const account = findAccount('alder-manager')
if (!account) throw new Error('There is no alder-manager.')
const vendors = await Promise.all(
  Object.entries(MANNERS).map(async ([name, manner]) => {
    const [port = 0] = await freePorts(1)
    const issuer = `http://${host}:${port}${manner.path}`
    createIssuer(issuer, configurationOf(manner, issuer, port), password).listen(port, host)
    const settings = { OIDC_ISSUER: issuer, ...manner.settings }
    return { name, settings, password, organization: manner.organization(account) }
  }),
)
console.log(JSON.stringify(vendors))

function configurationOf(manner: Manner, issuer: string, port: number): object {
  const secrets = { clientSecret: 'not used', cookieKey: randomBytes(16).toString('hex') }
  const usual = issuerConfiguration({ portBase: port }, secrets, key)
  const mountedAt = manner.path.replace(/\/$/, '')
  return {
    ...usual,
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    scopes: [...usual.scopes, ENTRA_SCOPE],
    extraParams: ['audience'],
    extraTokenClaims: undefined,
    interactions: {
      ...usual.interactions,
      url: (_context: Context, { uid }: { uid: string }) => `${mountedAt}/interaction/${uid}`,
    },
    features: {
      ...usual.features,
      resourceIndicators: {
        ...usual.features.resourceIndicators,
        defaultResource: ({ oidc }: Context) => manner.resourceOf(oidc.params ?? {}),
        getResourceServerInfo: (context: Context, resource: string) => {
          if (context.query.resource ?? context.oidc.body?.resource)
            throw new errors.InvalidTarget('The parameter resource is not supported.')
          const sign = { alg: 'RS256' }
          return { scope: ENTRA_SCOPE, audience: resource, accessTokenFormat: 'jwt', jwt: { sign } }
        },
      },
    },
    formats: {
      customizers: {
        jwt: (_context: Context, token: Token, parts: Parts) => {
          const holder = findAccount(token.accountId)
          if (!holder) throw new Error('Only people sign in here.')
          parts.header = { typ: manner.type }
          Object.assign(parts.payload, { client_id: undefined }, manner.claimsOf(holder, issuer))
        },
      },
    },
  }
}
