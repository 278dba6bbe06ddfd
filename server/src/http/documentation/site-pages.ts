import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Html, html } from '../../core/pages/html.ts'
import { sitePage } from '../../core/pages/page.ts'
import type { SearchEntry } from '../../core/pages/search-places.js'
import {
  API_PATH,
  DECISIONS_PATH,
  ERRORS_PATH,
  FRONT_PATH,
  MODELS_PATH,
  PICTURES_PATH,
} from '../../core/pages/site-paths.ts'
import { DECISIONS_DIR, listDecisions, listModelCards } from './found-pages.ts'
import { type Rendered, renderMarkdown } from './render-markdown.ts'
import { MADE, SITE, type SitePage, type SiteSection } from './site-map.ts'

/** The documents travel with the server as the models do: beside its folder. Without them there is no page to show. */
const DOCUMENTS_DIR = join(import.meta.dirname, '../../../..')

const DECISIONS = 'Decisions'
const PICTURES_DIR = 'docs/pictures'
/** Pages that stand in the navigation for those below them. */
const LISTS = [DECISIONS_PATH, MODELS_PATH]

export type Site = {
  pages: Map<string, string>
  /** By the name of the file. */
  pictures: Map<string, Buffer>
  entries: SearchEntry[]
}

type Opened = SitePage & { section: string } & Rendered

/** Every Markdown page as HTML, by path. `words` are those that have a page elsewhere: operations, errors. */
export function readSite(words: ReadonlyMap<string, string>, dir = DOCUMENTS_DIR): Site {
  const sections = SITE.map(({ title, pages }) => ({
    title,
    pages: pages.filter(({ file }) => existsSync(join(dir, file))),
  }))
  const decisions = listDecisions(dir)
  const cards = listModelCards(dir)
  const pictures = readPictures(dir)
  const all = [...sections.flatMap(({ pages }) => pages), ...decisions, ...cards]
  const places = new Map(all.map(({ file, path }) => [file, path]))
  const open = (section: string) => (page: SitePage) => {
    const links = {
      of: (href: string) => linkOf(page.file, href, places),
      picture: (href: string) => {
        const name = nameIn(PICTURES_DIR, page.file, href)
        return name && pictures.has(name) ? `${PICTURES_PATH}/${name}` : null
      },
      words,
    }
    const text = readFileSync(join(dir, page.file), 'utf8')
    return { ...page, section, ...renderMarkdown(text, links), title: page.title }
  }
  const sequences: Opened[][] = [
    sections.flatMap((section) => section.pages.map(open(section.title))),
    decisions.map(open(DECISIONS)),
    cards.map(open('Models')),
  ]
  return {
    pages: new Map([
      [FRONT_PATH, frontPage(sections)],
      [DECISIONS_PATH, decisionsIndex(sections, decisions)],
      ...sequences.flatMap((pages) => inSequence(pages, sections)),
    ]),
    pictures,
    entries: sequences.flat().flatMap(entriesOf),
  }
}

function readPictures(dir: string): Map<string, Buffer> {
  const folder = join(dir, PICTURES_DIR)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.png')) : []
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
}

function nameIn(folder: string, file: string, href: string): string | null {
  const path = posix.normalize(posix.join(posix.dirname(file), href))
  return posix.dirname(path) === folder ? posix.basename(path) : null
}

/** The navigation of the site, with the page that is open marked. */
function siteNavigation(current: string, sections: readonly SiteSection[] = SITE): Html {
  return html`${sections.map(({ title, pages }) => {
    const items = [...(MADE[title] ?? []), ...pages].map(({ path, title: name }) => {
      const isOpen = path === current || (LISTS.includes(path) && current.startsWith(`${path}/`))
      return html`<li><a href="${path}"${isOpen ? html` aria-current="page"` : ''}>${name}</a></li>`
    })
    return html`<p class="group">${title}</p><ul>${items}</ul>`
  })}`
}

/** Where a link of a file leads on the site. What the site does not show is text there, not a dead link. */
function linkOf(file: string, href: string, places: ReadonlyMap<string, string>): string | null {
  if (href.startsWith('#')) return href
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(href)) return null
  const [target = '', anchor] = href.split('#')
  const path = posix.normalize(posix.join(posix.dirname(file), target)).replace(/\/$/, '')
  if (path === 'openapi.json') return '/openapi.json'
  if (path === 'docs/errors.md') return anchor ? `${ERRORS_PATH}/${anchor}` : ERRORS_PATH
  if (path === 'docs/README.md' || path === 'docs') return FRONT_PATH
  if (path === DECISIONS_DIR) return DECISIONS_PATH
  const place = places.get(path)
  if (place === undefined) return null
  return anchor ? `${place}#${anchor}` : place
}

function inSequence(pages: readonly Opened[], sections: readonly SiteSection[]): [string, string][] {
  return pages.map((page, n) => [page.path, writtenPage(page, pages[n - 1], pages[n + 1], sections)])
}

function writtenPage(
  page: Opened,
  before: SitePage | undefined,
  after: SitePage | undefined,
  sections: readonly SiteSection[],
): string {
  const content = html`<article class="article">
<p class="place">${page.section}</p>
${page.content}
</article>
<nav class="near" aria-label="Neighbouring pages">${before ? html`<a class="previous" href="${before.path}"><small>Previous</small>${before.title}</a>` : ''}${after ? html`<a class="next" href="${after.path}"><small>Next</small>${after.title}</a>` : ''}</nav>`
  const inside = page.headings.filter(({ depth }) => depth === 2 || depth === 3)
  const contents = html`<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ol>${inside.map(
    ({ depth, text, id }) =>
      html`<li${depth === 3 ? html` class="deeper"` : ''}><a href="#${id}">${text}</a></li>`,
  )}</ol></details></nav>`
  return sitePage({
    title: `${page.title} - Walkaround`,
    navigation: siteNavigation(page.path, sections),
    content,
    contents: inside.length > 1 ? contents : html`<div class="contents"></div>`,
  })
}

function frontPage(sections: readonly SiteSection[]): string {
  const known = new Set(sections.flatMap(({ pages }) => pages.map(({ path }) => path)))
  const first = [
    { path: `${FRONT_PATH}/quick-start`, title: 'Try it', about: 'A finished inspection in five minutes' },
    {
      path: API_PATH,
      title: 'Call it',
      about: 'Every operation with its fields, responses and a curl command',
    },
    {
      path: `${FRONT_PATH}/operations/production`,
      title: 'Run it',
      about: 'On your servers, with your issuer and your keys',
    },
  ].filter(({ path }) => path === API_PATH || known.has(path))
  const cards = sections.map(
    ({ title, pages }) =>
      html`<section><h2>${title}</h2><ul>${[...(MADE[title] ?? []), ...pages].map(
        ({ path, title: name, about }) => html`<li><a href="${path}">${name}</a><span>${about}</span></li>`,
      )}</ul></section>`,
  )
  const content = html`<h1>Walkaround documentation</h1>
<p>Walkaround is an open, self-hostable service that analyzes vehicle inspections. You upload pictures of a vehicle, models look for damage, people review the findings, and you get a PDF report.</p>
<div class="first">${first.map(({ path, title, about }) => html`<a href="${path}"><strong>${title}</strong><span>${about}</span></a>`)}</div>
<div class="cards">${cards}</div>`
  return sitePage({
    title: 'Walkaround documentation',
    navigation: siteNavigation(FRONT_PATH, sections),
    content,
  })
}

function decisionsIndex(sections: readonly SiteSection[], decisions: readonly SitePage[]): string {
  const items = decisions.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)
  const content = html`<h1>Decisions</h1>
<p>Why Walkaround is built this way. We never rewrite a decision; a later one supersedes it. Figures were measured once, while choosing, unless a command that prints them is named.</p>
<ul class="decisions">${items}</ul>`
  return sitePage({
    title: 'Decisions - Walkaround',
    navigation: siteNavigation(DECISIONS_PATH, sections),
    content,
  })
}

/** A decision is found as a whole: its sections are called alike in all of them. */
function entriesOf(page: Opened): SearchEntry[] {
  if (page.section === DECISIONS)
    return [[page.path, DECISIONS, page.title, page.sections.map(({ text }) => text).join(' ')]]
  return page.sections.map(({ id, heading, text }, n) => {
    const url = n === 0 ? page.path : `${page.path}#${id}`
    return [url, page.title, n === 0 ? page.title : heading, text]
  })
}
