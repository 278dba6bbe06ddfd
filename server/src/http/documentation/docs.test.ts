import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '../../../generate/openapi.ts'
import type { Service } from '../../../test/own-service.ts'
import { startService } from '../../../test/service.ts'
import { type Document, operationsOf } from '../../core/contracts/openapi-document.ts'
import { PROBLEMS } from '../../core/contracts/problem-table.ts'
import { html, inline } from '../../core/pages/html.ts'
import type { App } from '../../core/platform/app.ts'
import { curlOf, readableJson } from './curl.ts'
import { docsRoutes } from './docs-routes.ts'

const CODES = Object.keys(PROBLEMS)
const SOME_PAGES = [
  '/docs',
  '/docs/quick-start',
  '/docs/api',
  '/docs/errors',
  '/docs/errors/not_found',
  '/docs/adr',
]

let service: Service
let document: Document
beforeAll(async () => {
  service = await startService()
  document = JSON.parse(await openapiDocument())
})
afterAll(() => service.stop())

const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(service.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Whatever a browser would fetch for the page, or lead its reader to. */
const addresses = (text: string) =>
  [...text.matchAll(/(?:href|src|action|url)\s*[=(]\s*["']?([^"')\s>]+)/g)].map((match) => match[1] ?? '')

describe('the document', () => {
  it('200 at both addresses without a token, for any origin, with the address of the service', async () => {
    for (const path of ['/openapi.json', '/v1/openapi.json']) {
      const answer = await open(path, { origin: 'https://elsewhere.example.com' })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      const { servers, ...served } = JSON.parse(answer.text)
      const { servers: _servers, ...made } = document
      expect(served).toEqual(JSON.parse(JSON.stringify(made)))
      expect(servers).toEqual([{ url: service.config.PUBLIC_URL }])
    }
  })

  it('200 is made once, when it is first asked for', async () => {
    const app = fastify()
    let made = 0
    const read = () => {
      made += 1
      return document
    }
    // The app of the service is one with its own types for schemas, of which this needs none.
    docsRoutes(app as unknown as App, service.config, read)
    await app.ready()
    expect(made).toBe(0)
    for (const url of ['/v1/openapi.json', '/docs', '/docs/api', '/docs/search.json', '/v1/openapi.json'])
      expect((await app.inject(url)).statusCode).toBe(200)
    expect(made).toBe(1)
    await app.close()
  })

  it('304 for the tag it was answered with', async () => {
    for (const path of ['/openapi.json', ...SOME_PAGES, '/docs/search.json']) {
      const { headers } = await open(path)
      const again = await open(path, { 'if-none-match': headers.get('etag') ?? '' })
      expect([again.status, again.text]).toEqual([304, ''])
    }
  })
})

describe('the pages', () => {
  it('200 with every operation, every schema, and links that lead somewhere', async () => {
    const { status, text } = await open('/docs/api')
    expect(status).toBe(200)
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
    const wanted = [
      ...operationsOf(document).map(({ operation }) => operation.operationId),
      ...Object.keys(document.components.schemas).map((name) => `schema-${name}`),
    ]
    expect(wanted.filter((id) => !ids.has(id))).toEqual([])
    const inside = addresses(text).filter((address) => address.startsWith('#'))
    expect(inside.filter((address) => !ids.has(address.slice(1)))).toEqual([])
  })

  it('200 for every code at the address that its problem names', async () => {
    const list = await open('/docs/errors')
    for (const code of CODES) {
      expect(list.text).toContain(`href="/docs/errors/${code}"`)
      const { status, text } = await open(`/docs/errors/${code}`)
      expect([code, status]).toEqual([code, 200])
      expect(text).toContain(html`<code>${code}</code>`.text)
    }
    const { body } = await service.call('GET', '/inspections/nobody')
    expect(new URL(body.type).pathname).toBe('/docs/errors/not_found')
  })

  it('404 for a page that does not exist, and for a file that is none', async () => {
    for (const path of ['errors/unheard_of', 'guides', 'README.md', '../README.md', '%2e%2e/package.json']) {
      const { status, headers } = await open(`/docs/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json\b/)
    }
  })

  it('200 for the pictures of a page, and for nothing beside them', async () => {
    const { text } = await open('/docs/guides/console')
    const sources = [...text.matchAll(/<img src="([^"]+)" alt="[^"]{10,}"/g)].map((match) => match[1] ?? '')
    expect(sources).toHaveLength(7)
    for (const source of sources) {
      const { status, headers } = await open(source)
      expect([source, status, headers.get('content-type')]).toEqual([source, 200, 'image/png'])
    }
    for (const name of ['none.png', '..%2fsample-vehicle.jpg'])
      expect((await open(`/docs/pictures/${name}`)).status).toBe(404)
  })

  it('200 for the same page with a slash behind it', async () => {
    expect((await open('/docs/guides/upload/')).text).toBe((await open('/docs/guides/upload')).text)
  })

  it('load nothing from elsewhere: one script and one style, both by digest', async () => {
    for (const path of SOME_PAGES) {
      const { text: whole, headers } = await open(path)
      const [script = '', ...others] = [...whole.matchAll(/<script>(.*?)<\/script>/gs)].map(
        (match) => match[1],
      )
      expect(others).toEqual([])
      const digest = createHash('sha256').update(script).digest('base64')
      expect(headers.get('content-security-policy')).toContain(
        `script-src 'sha256-${digest}'; connect-src 'self';`,
      )
      const text = whole.replace(`<script>${script}</script>`, '')
      expect(text).not.toMatch(/<(script|link|iframe|object|form|svg|base)\b/i)
      expect(text).not.toMatch(/\son\w+=|@import|javascript:/i)
      const page = text.replace(/<pre\b.*?<\/pre>/gs, '')
      expect(addresses(page).filter((address) => !/^[#/](?!\/)/.test(address))).toEqual([])
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
    }
  })
})

describe('the search index', () => {
  it('200 with a place for every guide, operation and error', async () => {
    const { status, headers, text } = await open('/docs/search.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const urls = JSON.parse(text).map(([url]: string[]) => url)
    for (const wanted of ['/docs/guides/upload', '/docs/api#createImage', '/docs/errors/not_found'])
      expect(urls).toContain(wanted)
  })

  it('200 packed for who accepts it, since a phone fetches it whole when somebody searches', async () => {
    const plain = await open('/docs/search.json', { 'accept-encoding': 'identity, gzip;q=0' })
    const packed = await open('/docs/search.json', { 'accept-encoding': 'br, gzip' })
    expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
    expect([plain, packed].map(({ headers }) => headers.get('vary'))).toEqual([
      'accept-encoding',
      'accept-encoding',
    ])
    expect(packed.text).toBe(plain.text)
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(250_000)
  })
})

describe('what pages are made of', () => {
  it('text is escaped, also inside the little Markdown', () => {
    expect(html`<p>${'<b>&"'}</p>`.text).toBe('<p>&lt;b&gt;&amp;&quot;</p>')
    expect(inline('`<x>` [a](/b) [c](javascript:d)').text).toBe(
      '<code>&lt;x&gt;</code> <a href="/b">a</a> [c](javascript:d)',
    )
  })

  it('a curl command quotes what the shell would read', () => {
    const content = { 'application/json': { examples: { one: { value: { remark: "it's" } } } } }
    const operation = { operationId: 'x', responses: {}, requestBody: { content } }
    expect(curlOf('POST', '/v1/x', operation, 'https://host/')).toBe(
      `curl -X POST 'https://host/v1/x' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{\n  "remark": "it'\\''s"\n}'`,
    )
  })

  it('points stay on one line', () => {
    expect(readableJson({ points: [[1, 2.5], []] })).toBe('{\n  "points": [\n    [1, 2.5],\n    []\n  ]\n}')
  })
})

describe('docs/errors.md', () => {
  it('says the cause of every code', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/errors.md'), 'utf8')
    const rows: [string, { cause: string }][] = Object.entries(PROBLEMS)
    expect(
      rows.filter(([, { cause }]) => !text.includes(`**Cause.** ${cause}`)).map(([code]) => code),
    ).toEqual([])
  })
})
