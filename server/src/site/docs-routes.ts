import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Document, operationsOf } from '../contracts/openapi-document.ts'
import { PROBLEMS } from '../contracts/problem-table.ts'
import { Problem } from '../contracts/problems.ts'
import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'
import { errorPages, errorsPage } from './error-pages.ts'
import { madeEntries } from './made-entries.ts'
import { SITE_POLICY } from './page.ts'
import { referencePage } from './reference.ts'
import { API_PATH, ERRORS_PATH, FRONT_PATH, PICTURES_PATH } from './site-map.ts'
import { readSite } from './site-pages.ts'

/** The document of the interface, and the documentation. They need no token and no other host. */
export function docsRoutes(app: App, config: Config, readDocument: () => Document): void {
  let json = ''
  let search = ''
  let pages = new Map<string, string>()
  let pictures = new Map<string, Buffer>()
  app.addHook('onReady', async () => {
    const document = { ...readDocument(), servers: [{ url: config.PUBLIC_URL }] }
    json = JSON.stringify(document)
    const operations = operationsOf(document).map(({ operation }) => operation.operationId)
    const words = new Map([
      ...operations.map((id) => [id, `${API_PATH}#${id}`] as const),
      ...Object.keys(PROBLEMS).map((code) => [code, `${ERRORS_PATH}/${code}`] as const),
    ])
    const site = readSite(words)
    pictures = site.pictures
    search = JSON.stringify([...site.entries, ...madeEntries(document)])
    pages = new Map([
      ...site.pages,
      [API_PATH, referencePage(document)],
      [ERRORS_PATH, errorsPage()],
      ...errorPages(document),
    ])
  })
  const hidden = { schema: { hide: true } }
  app.get('/v1/openapi.json', hidden, async (_request, reply) => reply.type('application/json').send(json))
  app.get('/docs/search.json', hidden, async (request, reply) =>
    send(request, reply, 'application/json; charset=utf-8', search),
  )
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}/:name`, hidden, async (request, reply) => {
    const picture = pictures.get(request.params.name)
    if (!picture) throw new Problem('not_found')
    return send(request, reply, 'image/png', picture)
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const text = pages.get(path)
    if (text === undefined) throw new Problem('not_found')
    return send(request, reply, 'text/html; charset=utf-8', text)
  }
  app.get(FRONT_PATH, hidden, async (request, reply) => sendPage(request, reply, FRONT_PATH))
  app.get<{ Params: { '*': string } }>(`${FRONT_PATH}/*`, hidden, async (request, reply) =>
    sendPage(request, reply, `${FRONT_PATH}/${request.params['*']}`.replace(/\/$/, '')),
  )
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
