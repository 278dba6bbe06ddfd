import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Document, operationsOf } from '../src/core/contracts/openapi-document.ts'
import { searchPlaces } from '../src/core/pages/search-places.js'
import { API_PATH, ERRORS_PATH } from '../src/core/pages/site-paths.ts'
import { errorPages, errorsPage } from '../src/http/documentation/error-pages.ts'
import { referencePage } from '../src/http/documentation/reference.ts'
import { referenceEntries } from '../src/http/documentation/reference-entries.ts'
import { SITE } from '../src/http/documentation/site-map.ts'
import { readSite } from '../src/http/documentation/site-pages.ts'

const root = join(import.meta.dirname, '../..')
const document: Document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
const words = new Map(
  operationsOf(document).map(({ operation }) => [
    operation.operationId,
    `${API_PATH}#${operation.operationId}`,
  ]),
)
const site = readSite(words)
const pages = new Map([
  ...site.pages,
  [API_PATH, referencePage(document)],
  [ERRORS_PATH, errorsPage()],
  ...errorPages(document),
])
const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && !file.startsWith('adr/'))
  .map((file) => `docs/${file}`)
const files = SITE.flatMap((section) => section.pages.map(({ file }) => file))

const idsOf = (text: string) => new Set([...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
const linksOf = (text: string) =>
  [...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].map((match) => match[1] ?? '')

describe('the documentation site', () => {
  it('has every document, once', () => {
    // The front page stands in for the first, the page of each error for the second.
    const elsewhere = ['docs/README.md', 'docs/errors.md']
    expect(written.filter((file) => !files.includes(file) && !elsewhere.includes(file))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })

  it('has no dead link and no link to another host', () => {
    const targets = new Map([...pages].map(([path, text]) => [path, idsOf(text)]))
    targets.set('/openapi.json', new Set())
    const dead = [...pages].flatMap(([path, text]) =>
      linksOf(text)
        .filter((href) => {
          const [target = '', anchor] = href.split('#')
          const ids = targets.get(target || path)
          return !ids || (anchor !== undefined && !ids.has(anchor))
        })
        .map((href) => `${path}: ${href}`),
    )
    expect(dead).toEqual([])
  })

  it('loses no link of a document to another document', () => {
    expect(files.flatMap(lostLinks)).toEqual([])
  })

  it('gives every heading an anchor of its own', () => {
    const twice = [...pages].flatMap(([path, text]) => {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
      return ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `${path}#${id}`)
    })
    expect(twice).toEqual([])
  })

  it('every search result leads somewhere', () => {
    const dead = site.entries.filter(([url]) => {
      const [path = '', anchor] = url.split('#')
      const text = pages.get(path)
      return text === undefined || (anchor !== undefined && !idsOf(text).has(anchor))
    })
    expect(dead).toEqual([])
    expect(site.entries.length).toBeGreaterThan(100)
  })

  it('is whole without the documents that are not there', () => {
    const bare = readSite(words, '/nonexistent')
    expect([...bare.pages.keys()]).toEqual(['/docs', '/docs/adr'])
    expect(bare.pages.get('/docs')).toContain(`href="${API_PATH}"`)
  })
})

describe('the search', () => {
  const entries = [...site.entries, ...referenceEntries(document)]
  const firstOf = (query: string) =>
    searchPlaces(entries, query)
      .slice(0, 5)
      .map(([url]) => url)

  it.each([
    ['docker', '/docs/operations/image#docker-compose-for-a-small-team'],
    ['kubernetes', '/docs/operations/image#kubernetes'],
    ['gdpr', '/docs/operations/erasure'],
    ['privacy', '/docs/operations/erasure'],
    ['export', '/docs/operations/export'],
    ['retake', '/docs/guides/quality#retake-a-picture'],
    ['take photo again', '/docs/guides/quality#retake-a-picture'],
    ['upload photo', '/docs/guides/upload'],
    ['uploading images', '/docs/guides/upload'],
    ['how do I upload a photo', '/docs/guides/upload'],
    ['cost', '/docs/guides/estimate'],
    ['verify pdf', '/docs/verify-a-report'],
    ['backup', '/docs/operations/backup'],
    ['cli', '/docs/cli'],
    ['polling', '/docs/waiting'],
    ['how to install it', '/docs/operations/production#install'],
    ['self-host', '/docs/operations/production'],
    ['createImage', '/docs/api#createImage'],
    ['version_stale', '/docs/errors/version_stale'],
  ])('%s leads to %s', (query, url) => {
    expect(firstOf(query)[0]).toBe(url)
  })

  it.each([
    ['sign in', '/docs/guides/console#set-it-up'],
    ['login', '/docs/cli#login'],
    ['delete photos', '/docs/guides/upload#delete-a-picture'],
    ['install', '/docs/operations/production'],
    ['same picture twice', '/docs/guides/upload#the-same-picture-twice-is-one-image'],
    ['keyboard shortcuts', '/docs/guides/console#review-findings'],
  ])('%s has %s among the first', (query, url) => {
    expect(firstOf(query)).toContain(url)
  })

  it('needs every word, and finds nothing for none', () => {
    expect(firstOf('upload xyzzy')).toEqual([])
    expect(firstOf('  ')).toEqual([])
  })

  it('lists titles before headings, and headings before text', () => {
    const entry = (page: string, heading: string, text: string) =>
      [`/${heading}`, page, heading, text] as const
    const places = [entry('A', 'B', 'about quotas'), entry('A', 'Quota', ''), entry('Quotas', 'Quotas', '')]
    expect(searchPlaces(places, 'quota').map(([url]) => url)).toEqual(['/Quotas', '/Quota', '/B'])
  })
})

/** Links to Markdown files that the site shows as text, because it has no page for them. */
function lostLinks(file: string): string[] {
  let text: string
  try {
    text = readFileSync(join(root, file), 'utf8')
  } catch {
    return []
  }
  const targets = [...text.matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
  const known = new Set([...files, ...written])
  return targets
    .map((target) => join(file, '..', target))
    .filter((target) => !known.has(target) && !/^docs\/adr\/|^models\/[a-z-]+\/card\.md$/.test(target))
    .map((target) => `${file}: ${target}`)
}

describe('commands in the documents', () => {
  const fences = written.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(.*)\n```([a-z]+ [^\n]+)$/gm)].map((match) => ({
      file,
      before: match[1] ?? '',
      info: match[2] ?? '',
    })),
  )

  it('are run, but for few that say why not', () => {
    expect(fences.filter(({ info }) => info !== 'bash no-run')).toEqual([])
    expect(fences.filter(({ before }) => !/^<!-- no-run: .+ -->$/.test(before))).toEqual([])
    expect(fences.length).toBeLessThanOrEqual(8)
  })
})
