import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../contracts/problems.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'
import { PAGE_POLICY } from './docs-page.ts'
import { referencePage } from './docs-reference.ts'
import { errorPages, errorsPage } from './error-pages.ts'
import { documentOf } from './openapi.ts'

type Pages = { document: string; reference: string; errors: string; error: Map<string, string> }

/** The document of the interface and the pages made from it. They need no token, no script and no other host. */
export function docsRoutes(app: App, config: Config): void {
  const pages: Pages = { document: '', reference: '', errors: errorsPage(), error: new Map() }
  app.addHook('onReady', async () => {
    const document = { ...documentOf(app), servers: [{ url: config.PUBLIC_URL }] }
    pages.document = `${JSON.stringify(document, null, 2)}\n`
    pages.reference = referencePage(document)
    pages.error = errorPages(document)
  })
  const hidden = { schema: { hide: true } }
  for (const path of ['/openapi.json', '/v1/openapi.json'])
    app.get(path, hidden, async (_request, reply) => reply.type('application/json').send(pages.document))
  app.get('/docs', hidden, async (request, reply) => sendPage(request, reply, pages.reference))
  app.get('/docs/errors', hidden, async (request, reply) => sendPage(request, reply, pages.errors))
  app.get<{ Params: { code: string } }>('/docs/errors/:code', hidden, async (request, reply) => {
    const text = pages.error.get(request.params.code)
    if (text === undefined) throw new Problem('not_found')
    return sendPage(request, reply, text)
  })
}

function sendPage(request: FastifyRequest, reply: FastifyReply, text: string) {
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
  reply.headers({
    'cache-control': 'public, no-cache',
    'content-security-policy': PAGE_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(text)
}
