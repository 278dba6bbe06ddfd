import { Problem } from '../../core/contracts/problems.ts'
import { digestOf } from '../../core/pages/page.ts'
import type { App } from '../../core/platform/app.ts'
import type { Config } from '../../core/platform/config.ts'
import type { Log } from '../../core/platform/log.ts'
import { CAPTURE_APP, sendBuildMissing, warnMissing } from './build-missing-page.ts'
import { BUILT_CAPTURE_DIR } from './built-apps.ts'
import { readBuilt, sendBuilt } from './built-files.ts'

/** The files of the app behind capture links. They are public: the secret of a link stays in the browser. */
export function captureAppRoutes(app: App, config: Config, log: Log): void {
  const folder = config.CAPTURE_DIR ?? BUILT_CAPTURE_DIR
  const files = readBuilt(folder)
  const page = files.get('index.html')
  if (!page) log.warn({ folder }, warnMissing(CAPTURE_APP))
  const policy = policyFor(scriptsOf(page), config.CAPTURE_FRAME_ORIGINS ?? "'none'")
  const hidden = { schema: { hide: true } }
  for (const path of ['/capture', '/capture/'])
    app.get(path, hidden, async (request, reply) => {
      if (!page) return sendBuildMissing(CAPTURE_APP, request, reply)
      reply.header('permissions-policy', 'camera=(self), geolocation=(self)')
      return sendBuilt(reply, 'index.html', page, policy)
    })
  app.get<{ Params: { '*': string } }>('/capture/*', hidden, async (request, reply) => {
    const name = request.params['*']
    const bytes = files.get(name)
    if (!bytes) throw new Problem('not_found')
    // Links lead to /capture without a slash, which is above the folder of the script.
    if (name === 'service-worker.js') reply.header('service-worker-allowed', '/capture')
    // Pages of others load it as a module.
    if (name === ELEMENT) reply.header('access-control-allow-origin', '*')
    return sendBuilt(reply, name, bytes, policy)
  })
}

const ELEMENT = 'element.js'

/** The digests of what is written into the page itself, as a policy names them. */
function scriptsOf(page: Buffer | undefined): string[] {
  const scripts = (page?.toString() ?? '').matchAll(/<script>(.*?)<\/script>/gs)
  return [...scripts].map(([, text = '']) => ` 'sha256-${digestOf(text)}'`)
}

/** Only what comes with the page runs, it talks to this service alone, and it is shown only in pages that the operator names. */
const policyFor = (scripts: string[], frameOrigins: string) =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts.join('')}`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameOrigins}`,
  ].join('; ')
