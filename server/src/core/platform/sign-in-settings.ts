import type { Setting } from './setting-mistakes.ts'

/** Which access tokens the service takes, and how the console and the command line get one. */
export const SIGN_IN_SETTINGS = {
  OIDC_ISSUER: {
    kind: 'url',
    means:
      'issuer whose access tokens are accepted, exactly as it names itself, with or without a slash at the end',
  },
  OIDC_AUDIENCE: { kind: 'text', means: 'audience a token must name' },
  OIDC_AUDIENCE_PARAMETER: {
    kind: 'audience_parameter',
    means:
      'parameter by which the console and the command line ask for that audience: `resource` (RFC 8707), `audience`, or `none` where the scope decides',
    default: 'resource',
  },
  OIDC_SCOPE: {
    kind: 'text',
    means: 'scope the console and the command line ask for, separated by spaces',
    default: 'openid profile offline_access',
  },
  OIDC_TOKEN_TYPE: {
    kind: 'text',
    means:
      'the `typ` a token must carry (RFC 9068); `JWT` for issuers that do not follow it, which also takes tokens without one',
    default: 'at+jwt',
  },
  OIDC_ORGANIZATION_CLAIM: {
    kind: 'text',
    means: 'claim that holds the organization id: its name, or a path into other claims such as `tenant.id`',
    default: 'org_id',
  },
  OIDC_PERMISSIONS_CLAIM: {
    kind: 'text',
    means:
      'claim that holds the permissions, as a list or separated by spaces: its name, or a path such as `realm_access.roles`',
    default: 'permissions',
  },
  CONSOLE_CLIENT_ID: {
    kind: 'text',
    means: 'client id of the review console at the issuer: a public client with PKCE',
    default: 'console',
  },
  CLI_CLIENT_ID: {
    kind: 'text',
    means:
      'client id of the command line: a public client with device codes or a loopback redirect; without it CONSOLE_CLIENT_ID',
    optional: true,
  },
} as const satisfies Record<string, Setting>
