import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Document, operationsOf } from '../../core/contracts/openapi-document.ts'
import { PROBLEMS } from '../../core/contracts/problem-table.ts'
import { Problem } from '../../core/contracts/problems.ts'
import { SITE_POLICY } from '../../core/pages/page.ts'
import { API_PATH, ERRORS_PATH, FRONT_PATH, PICTURES_PATH } from '../../core/pages/site-paths.ts'
import type { App } from '../../core/platform/app.ts'
import type { Config } from '../../core/platform/config.ts'
import { errorPages, errorsPage } from './error-pages.ts'
import { referencePage } from './reference.ts'
import { referenceEntries } from './reference-entries.ts'
import { readSite } from './site-pages.ts'

/**
 * The document of the interface, and the documentation. They need no token and no other host. They are made when they are
 * first asked for: it takes longer than all the rest of a start, and few processes ever are.
 */
export function docsRoutes(app: App, config: Config, readDocument: () => Document): void {
  const document = once(() => ({ ...readDocument(), servers: [{ url: config.PUBLIC_URL }] }))
  const json = once(() => JSON.stringify(document()))
  const site = once(() => makeSite(document()))
  const hidden = { schema: { hide: true } }
  app.get('/v1/openapi.json', hidden, async (_request, reply) => reply.type('application/json').send(json()))
  const packedSearch = once(() => gzipSync(site().search))
  app.get('/docs/search.json', hidden, async (request, reply) => {
    reply.header('vary', 'accept-encoding')
    const packed = /\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(String(request.headers['accept-encoding']))
    if (packed) reply.header('content-encoding', 'gzip')
    return send(request, reply, 'application/json; charset=utf-8', packed ? packedSearch() : site().search)
  })
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}/:name`, hidden, async (request, reply) => {
    const picture = site().pictures.get(request.params.name)
    if (!picture) throw new Problem('not_found')
    return send(request, reply, 'image/png', picture)
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const text = site().pages.get(path)
    if (text === undefined) throw new Problem('not_found')
    return send(request, reply, 'text/html; charset=utf-8', text)
  }
  app.get(FRONT_PATH, hidden, async (request, reply) => sendPage(request, reply, FRONT_PATH))
  app.get<{ Params: { '*': string } }>(`${FRONT_PATH}/*`, hidden, async (request, reply) =>
    sendPage(request, reply, `${FRONT_PATH}/${request.params['*']}`.replace(/\/$/, '')),
  )
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function makeSite(document: Document) {
  const operations = operationsOf(document).map(({ operation }) => operation.operationId)
  const words = new Map([
    ...operations.map((id) => [id, `${API_PATH}#${id}`] as const),
    ...Object.keys(PROBLEMS).map((code) => [code, `${ERRORS_PATH}/${code}`] as const),
  ])
  const { pages, pictures, entries } = readSite(words)
  return {
    pictures,
    search: JSON.stringify([...entries, ...referenceEntries(document)]),
    pages: new Map([
      ...pages,
      [API_PATH, referencePage(document)],
      [ERRORS_PATH, errorsPage()],
      ...errorPages(document),
    ]),
  }
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, content: string | Buffer) {
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
  reply.headers({
    'cache-control': 'public, no-cache',
    'content-security-policy': SITE_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(type).send(content)
}
