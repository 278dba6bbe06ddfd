import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORM_STYLE } from './form-style.ts'
import { Html, html } from './html.ts'
import { STYLE } from './page-style.ts'
import { API_PATH, ERRORS_PATH, FRONT_PATH } from './site-paths.ts'
import { SITE_STYLE } from './site-style.ts'

const SHEET = STYLE + SITE_STYLE
const readScript = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
/** One classic script: the search, whose functions the tests import, and the page around it. */
const SCRIPT = readScript('search-places.js').replaceAll(/^export /gm, '') + readScript('page-script.js')

/** As a page policy names it. */
export const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
const STYLE_ONLY = `default-src 'none'; style-src 'sha256-${digestOf(SHEET)}'`
const NOTHING_ELSE = `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Nothing but the page's own style sheet is let in: no script, no font, no picture, no frame. */
export const PAGE_POLICY = `${STYLE_ONLY}; ${NOTHING_ELSE}`

/** The documentation has pictures, and one script of its own for searching and copying, which may read the search index. */
export const SITE_POLICY = `${STYLE_ONLY}; script-src 'sha256-${digestOf(SCRIPT)}'; connect-src 'self'; img-src 'self'; ${NOTHING_ELSE}`

/** A page that stands alone, without navigation and without script. */
export function plainPage(title: string, content: Html): string {
  return document(title, html`<div class="layout plain"><main id="content">${content}</main></div>`)
}

const FORM_SHEET = STYLE + FORM_STYLE

/** A page with forms for people without an account: our pictures, and forms that go to this service. No script. */
export const formPolicy = (publicUrl: string) =>
  `default-src 'none'; style-src 'sha256-${digestOf(FORM_SHEET)}'; img-src 'self' ${new URL(publicUrl).origin}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

export function formPage(title: string, content: Html, language: string): string {
  const body = html`<div class="layout plain"><main id="content">${content}</main></div>`
  return document(title, body, { language, sheet: FORM_SHEET })
}

export type SitePageParts = {
  title: string
  navigation: Html
  content: Html
  /** The headings of the page, at its side where there is room. */
  contents?: Html
}

/** A page of the documentation. On a narrow screen navigation and contents are folded above the text. */
export function sitePage({ title, navigation, content, contents }: SitePageParts): string {
  const body = html`<header class="top">
<a class="name" href="${FRONT_PATH}">Walkaround</a>
<div class="search" role="search" hidden>
<label for="search">Search the documentation</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search" aria-controls="found" aria-keyshortcuts="/">
<div id="found" hidden><p role="status"></p><ol></ol></div>
</div>
<nav class="links" aria-label="Main pages"><a href="${FRONT_PATH}/quick-start">Start</a><a href="${API_PATH}">API</a><a href="${ERRORS_PATH}">Errors</a></nav>
</header>
<div class="layout${contents ? ' three' : ''}">
<nav class="side" aria-label="Pages"><details><summary>Pages</summary>${navigation}</details></nav>
${contents ?? ''}
<main id="content">${content}</main>
</div>
<script>${new Html(SCRIPT)}</script>`
  return document(title, body)
}

function document(title: string, body: Html, { language = 'en', sheet = SHEET } = {}): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(sheet)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${body}
</body>
</html>
`.text
}
