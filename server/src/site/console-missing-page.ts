import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { acceptsHtml } from './not-found-page.ts'
import { PAGE_POLICY, plainPage } from './page.ts'
import { FRONT_PATH } from './site-map.ts'

export const CONSOLE_FIX =
  'run `pnpm build` in the checkout, or set CONSOLE_DIR to a folder with a console build, then restart the api'

const TITLE = 'The review console is not installed on this server'
const TEXT = `${TITLE}. The API works without it. Operators: ${CONSOLE_FIX}.\n`

const PAGE = plainPage(
  `${TITLE} - Walkaround`,
  html`<h1>${TITLE}</h1>
<p>The API works without it. If you run this server, install the console:</p>
<ol>
<li>Run <code>pnpm build</code> in the checkout. The build writes <code>console/dist</code>.
If your build is somewhere else, set <code>CONSOLE_DIR</code> to its folder.</li>
<li>Restart the api.</li>
</ol>
<p>See <a href="${FRONT_PATH}/operations/production#install">Go to production</a>.</p>`,
)

/** What stands at every screen of a console that was never built. */
export function sendConsoleMissing(request: FastifyRequest, reply: FastifyReply) {
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
    .send(isPage ? PAGE : TEXT)
}
