import { Problem } from '../../core/contracts/problems.ts'
import { acceptsHtml } from '../../core/pages/not-found-page.ts'
import { FRONT_PATH } from '../../core/pages/site-paths.ts'
import type { App } from '../../core/platform/app.ts'
import type { Config } from '../../core/platform/config.ts'
import type { Log } from '../../core/platform/log.ts'
import { CONSOLE, sendBuildMissing, warnMissing } from './build-missing-page.ts'
import { BUILT_CONSOLE_DIR } from './built-apps.ts'
import { ASSETS, readBuilt, sendBuilt } from './built-files.ts'

/** The files of the review console, built beside the service. They are public: who may see what is decided by the API. */
export function consoleRoutes(app: App, config: Config, log: Log): void {
  const folder = config.CONSOLE_DIR ?? BUILT_CONSOLE_DIR
  const files = readBuilt(folder)
  const isBuilt = files.has('index.html')
  if (!isBuilt) log.warn({ folder }, warnMissing(CONSOLE))
  const policy = policyOf(config)
  const hidden = { schema: { hide: true } }
  const about = aboutSignIn(config)
  app.get('/console/config.json', hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(about),
  )
  // Whoever types the bare address looks for something to see; programs are told that there is nothing.
  app.get('/', hidden, async (request, reply) => {
    if (!acceptsHtml(request.headers.accept)) throw new Problem('not_found')
    return reply.header('vary', 'Accept').redirect(isBuilt ? '/console/' : FRONT_PATH, 302)
  })
  app.get('/console', hidden, async (_request, reply) => reply.redirect('/console/', 308))
  app.get<{ Params: { '*': string } }>('/console/*', hidden, async (request, reply) => {
    const path = request.params['*']
    if (!isBuilt && !path.startsWith(ASSETS)) return sendBuildMissing(CONSOLE, request, reply)
    // Every address that is no file is a screen: the page finds it by itself.
    const name = files.has(path) ? path : 'index.html'
    const bytes = files.get(name)
    if (!bytes || (path.startsWith(ASSETS) && name !== path)) throw new Problem('not_found')
    return sendBuilt(reply, name, bytes, policy)
  })
}

/** All that the console and the command line need to sign in and to read their tokens. None of it is secret. */
function aboutSignIn(config: Config) {
  const parameter = config.OIDC_AUDIENCE_PARAMETER
  return {
    api_url: config.PUBLIC_URL,
    issuer: config.OIDC_ISSUER,
    client_id: config.CONSOLE_CLIENT_ID,
    cli_client_id: config.CLI_CLIENT_ID ?? config.CONSOLE_CLIENT_ID,
    scope: config.OIDC_SCOPE,
    audience: config.OIDC_AUDIENCE,
    audience_parameter: parameter === 'none' ? null : parameter,
    organization_claim: config.OIDC_ORGANIZATION_CLAIM,
    permissions_claim: config.OIDC_PERMISSIONS_CLAIM,
  }
}

/** Only what comes with the page runs; it talks to this service and to the issuer. */
function policyOf({ OIDC_ISSUER, PUBLIC_URL }: Config): string {
  const [issuer, api] = [new URL(OIDC_ISSUER).origin, new URL(PUBLIC_URL).origin]
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The widgets set positions by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' ${api} blob: data:`,
    `connect-src 'self' ${api} ${issuer}`,
    `frame-src ${api} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
