import { Marked, type Tokens } from 'marked'
import { escapeHtml, Html } from '../../core/pages/html.ts'

export type Heading = { depth: number; text: string; id: string }

export type Rendered = {
  content: Html
  title: string
  headings: Heading[]
  /** The plain text under each heading of the first three levels, for the search. */
  sections: { id: string; heading: string; text: string }[]
}

export type Links = {
  /** Where a link leads on the site; null for what the site does not show. */
  of: (href: string) => string | null
  /** Where the site has a picture; null for one it does not have. */
  picture: (href: string) => string | null
  /** Words that have a page: written as code, they become links. */
  words: ReadonlyMap<string, string>
}

/** A table of more columns than this gets a scroll bar of its own where it does not fit. */
const COLUMNS_MAX = 4

/** The anchor a heading gets, as forges make them from the same file. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Markdown of our own files as HTML. HTML inside of it is shown as text: nothing but `<br>` is passed on. */
export function renderMarkdown(text: string, links: Links): Rendered {
  const headings: Heading[] = []
  const taken = new Map<string, number>()
  // An anchor inside an anchor is not HTML.
  let insideAnchor = 0

  const marked = new Marked({
    renderer: {
      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (/^\s*<!--[\s\S]*-->\s*$/.test(text)) return ''
        return text.trim() === '<br>' ? '<br>' : escapeHtml(text)
      },
      heading({ tokens, depth, text }) {
        const plain = text.replace(/[`*]|\]\([^)]*\)|\[/g, '')
        const anchor = anchorOf(plain)
        const before = taken.get(anchor) ?? 0
        taken.set(anchor, before + 1)
        const id = before === 0 ? anchor : `${anchor}-${before}`
        headings.push({ depth, text: plain, id })
        insideAnchor += 1
        const inner = this.parser.parseInline(tokens)
        insideAnchor -= 1
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`
        return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const target = insideAnchor > 0 ? null : links.of(href)
        insideAnchor += 1
        const inner = this.parser.parseInline(tokens)
        insideAnchor -= 1
        return target === null ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`
      },
      image({ href, text }) {
        const source = links.picture(href)
        const said = escapeHtml(text)
        return source === null ? said : `<img src="${escapeHtml(source)}" alt="${said}" loading="lazy">`
      },
      codespan({ text }) {
        const code = `<code>${escapeHtml(text)}</code>`
        const target = insideAnchor > 0 ? undefined : links.words.get(text)
        return target === undefined ? code : `<a href="${escapeHtml(target)}">${code}</a>`
      },
      code({ text, lang }) {
        const language = /^[a-z]+/.exec(lang ?? '')?.[0]
        return `<pre tabindex="0"${language ? ` data-language="${language}"` : ''}><code>${escapeHtml(text)}\n</code></pre>\n`
      },
      table({ header, rows }) {
        const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
        const titles = header.map((cell) => inner(cell))
        // A narrow screen shows each row as a list, and the title of the column before each cell but the first.
        const cellOf = (cell: Tokens.TableCell, n: number) => {
          const title = header.length > 2 && n > 0 ? plainText(titles[n] ?? '') : ''
          return `<td${title ? ` data-title="${escapeHtml(title)}"` : ''}>${inner(cell)}</td>`
        }
        // A head of empty cells is how Markdown writes a table without one.
        const head = titles.some(Boolean)
          ? `<thead><tr>${titles.map((title) => `<th>${title}</th>`).join('')}</tr></thead>`
          : ''
        const body = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('\n')
        const table = `<table>${head}<tbody>${body}</tbody></table>\n`
        return header.length > COLUMNS_MAX
          ? `<div class="wide" tabindex="0" role="region" aria-label="Table, scrolls sideways">${table}</div>\n`
          : table
      },
    },
  })
  const content = marked.parse(text, { async: false })
  return {
    content: new Html(content),
    title: headings[0]?.text ?? '',
    headings,
    sections: sectionsOf(content, headings),
  }
}

function sectionsOf(content: string, headings: Heading[]): Rendered['sections'] {
  const pieces = content.split(/(?=<h[1-3] id=")/)
  return pieces.flatMap((piece) => {
    const id = /^<h[1-3] id="([^"]*)"/.exec(piece)?.[1]
    const heading = headings.find((found) => found.id === id)
    if (!heading) return []
    const text = plainText(piece.replace(/^<h[1-3].*?<\/h[1-3]>/s, ''))
    return [{ id: heading.id, heading: heading.text, text }]
  })
}

/** What a reader sees of HTML that `renderMarkdown` or `html` made. */
function plainText(content: string): string {
  return content
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}
