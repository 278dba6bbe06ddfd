import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { SITE_POLICY, sitePage } from './page.ts'
import { FRONT_PATH } from './site-paths.ts'

/** A browser that shows a page, and no program that calls the API: paths of the API answer programs. */
export function wantsPage(request: FastifyRequest): boolean {
  const { method, originalUrl, headers } = request
  return /^(GET|HEAD)$/.test(method) && !/^\/v\d+\//.test(originalUrl) && acceptsHtml(headers.accept)
}

export function acceptsHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}

const PAGE = sitePage({
  title: 'Page not found - Walkaround',
  navigation: html`<a class="back" href="${FRONT_PATH}">All documentation</a>`,
  content: html`<h1>Page not found</h1>
<p>There is no page at this address. Check the address, or go on from here:</p>
<ul><li><a href="/console/">Review console</a></li><li><a href="${FRONT_PATH}">Documentation</a></li></ul>`,
})

export function sendNotFoundPage(reply: FastifyReply) {
  return reply
    .code(404)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': SITE_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    })
    .type('text/html; charset=utf-8')
    .send(PAGE)
}
