import { createHash } from 'node:crypto'
import { Html, html } from './docs-html.ts'
import { STYLE } from './docs-style.ts'

const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but the page's own style sheet is let in: no script, no font, no picture, no frame. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A page with its navigation at the side. On a narrow screen the navigation is folded above the text. */
export function page(title: string, navigation: Html, content: Html): string {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="layout">
<nav class="side" aria-label="Pages and operations"><a class="name" href="/docs">Walkaround API</a>${navigation}</nav>
<main id="content">${content}</main>
</div>
</body>
</html>
`
  return document.text
}
