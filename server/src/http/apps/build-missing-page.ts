import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../core/pages/html.ts'
import { acceptsHtml } from '../../core/pages/not-found-page.ts'
import { PAGE_POLICY, plainPage } from '../../core/pages/page.ts'
import { FRONT_PATH } from '../../core/pages/site-paths.ts'

/** An app that is built beside the service. */
type BuiltApp = { name: string; folder: string; setting: string }

export const CONSOLE = { name: 'review console', folder: 'console/dist', setting: 'CONSOLE_DIR' }
export const CAPTURE_APP = { name: 'capture app', folder: 'capture/dist', setting: 'CAPTURE_DIR' }

/** What stands in the log when the service starts without the app. */
export const warnMissing = (app: BuiltApp) => `the ${app.name} is not built: ${fixOf(app)}`

const fixOf = ({ name, setting }: BuiltApp) =>
  `run \`pnpm build\` in the checkout, or set ${setting} to a folder with a build of the ${name}, then restart the api`

const titleOf = ({ name }: BuiltApp) => `The ${name} is not installed on this server`
const textOf = (app: BuiltApp) => `${titleOf(app)}. The API works without it. Operators: ${fixOf(app)}.\n`

const pageOf = (app: BuiltApp) =>
  plainPage(
    `${titleOf(app)} - Walkaround`,
    html`<h1>${titleOf(app)}</h1>
<p>The API works without it. If you run this server, install the ${app.name}:</p>
<ol>
<li>Run <code>pnpm build</code> in the checkout. The build writes <code>${app.folder}</code>.
If your build is somewhere else, set <code>${app.setting}</code> to its folder.</li>
<li>Restart the api.</li>
</ol>
<p>See <a href="${FRONT_PATH}/operations/production#install">Go to production</a>.</p>`,
  )

/** What stands at every address of an app that was never built. */
export function sendBuildMissing(app: BuiltApp, request: FastifyRequest, reply: FastifyReply) {
  const isPage = acceptsHtml(request.headers.accept)
  return reply
    .code(404)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    })
    .type(isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8')
    .send(isPage ? pageOf(app) : textOf(app))
}
