import type { FastifyRequest } from 'fastify'
import type { PageLink } from '../core/contracts/paging.ts'
import type { App } from '../core/platform/app.ts'
import type { Config } from '../core/platform/config.ts'
import { isDeclared } from './declared-fields.ts'

const READS = new Set(['GET', 'HEAD'])

/** Pages name their neighbours (RFC 8288), and what was created names its own address. */
export function registerLinks(app: App, config: Config): void {
  const base = config.PUBLIC_URL
  const collections = new Set<string>()
  app.addHook('onRoute', ({ url, method }) => {
    const item = /^(.+)\/:\w+$/.exec(url)
    if (item?.[1] && [method].flat().includes('GET')) collections.add(item[1])
  })
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const address = base + (request.url.split('?', 1)[0] ?? '')
    const isPage = READS.has(request.method) && isDeclared(request, reply, 'paging')
    const links = (isPage ? pageLinks(payload) : []).map(
      ([rel, link]) => `<${pageAddress(address, request, link)}>; rel="${rel}"`,
    )
    if (links.length > 0) reply.header('link', links.join(', '))
    const id =
      reply.statusCode === 201 && collections.has(request.routeOptions.url ?? '') ? idOf(payload) : null
    if (id) reply.header('location', `${address}/${encodeURIComponent(id)}`)
  })
}

type Paged = { paging?: { cursors?: { next?: PageLink | null; previous?: PageLink | null } } }

function pageLinks(payload: unknown): ['next' | 'prev', PageLink][] {
  if (typeof payload !== 'object' || payload === null) return []
  // Where `paging` is declared, makePage() wrote it.
  const cursors = (payload as Paged).paging?.cursors
  const links: ['next' | 'prev', PageLink][] = []
  if (cursors?.next) links.push(['next', cursors.next])
  if (cursors?.previous) links.push(['prev', cursors.previous])
  return links
}

/** From the parameters as they were understood: one spelling each, defaults included. */
function pageAddress(address: string, request: FastifyRequest, link: PageLink): string {
  // The query has passed its schema, whose values are text, numbers and booleans.
  const query = new URLSearchParams(request.query as Record<string, string>)
  query.delete('before')
  query.delete('after')
  for (const [name, value] of Object.entries(link)) query.set(name, `${value}`)
  return `${address}?${query}`
}

function idOf(payload: unknown): string | null {
  const { id } = { id: null, ...(typeof payload === 'object' ? payload : {}) }
  return typeof id === 'string' ? id : null
}
