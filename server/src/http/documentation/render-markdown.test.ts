import { describe, expect, it } from 'vitest'
import { anchorOf, renderMarkdown } from './render-markdown.ts'

const links = {
  of: (href: string) => (href.startsWith('#') || href === 'there.md' ? href.replace('.md', '') : null),
  picture: (href: string) => (href === 'pictures/a.png' ? '/docs/pictures/a.png' : null),
  words: new Map([['createImage', '/docs/api#createImage']]),
}
const contentOf = (text: string) => renderMarkdown(text, links).content.text

describe('renderMarkdown', () => {
  it.each([
    ['<script>alert(1)</script>', '<script'],
    ['text <img src=x onerror=alert(1)> text', '<img'],
    ['<details open ontoggle=alert(1)>', '<details'],
    ['[a](javascript:alert(1))', 'href'],
    ['[a](data:text/html,x)', 'href'],
    ['[a](//elsewhere.example.com)', 'href'],
    ['https://elsewhere.example.com', 'href'],
    ['![a](https://elsewhere.example.com/x.png)', '<img'],
    ['`</code><b>`', '<b>'],
    ['```\n</code></pre><b>\n```', '<b>'],
    ['| <b> |\n|---|\n| <i onclick=x> |', '<i'],
    ['# <b>', '<b>'],
  ])('nothing of %s becomes HTML that is not ours', (text, forbidden) => {
    expect(contentOf(text)).not.toContain(forbidden)
  })

  it('passes a line break on, shows other HTML as text and leaves comments out', () => {
    expect(contentOf('one<br>two <b>\n\n<!-- never shown -->')).toBe('<p>one<br>two &lt;b&gt;</p>\n')
  })

  it('gives headings the anchors that forges give them, each its own', () => {
    const { headings, title } = renderMarkdown(
      '# What is `PUBLIC_URL`?\n\n## Say it: twice\n\n## Say it: twice\n',
      links,
    )
    expect(title).toBe('What is PUBLIC_URL?')
    expect(headings.map(({ id }) => id)).toEqual(['what-is-public_url', 'say-it-twice', 'say-it-twice-1'])
    expect(anchorOf('Über 5 % – more')).toBe('über-5---more')
  })

  it('links pages of the site, leaves other links as text, and links words that have a page', () => {
    expect(contentOf('[a](there.md) [b](../server/src/app.ts) `createImage` `other`')).toBe(
      '<p><a href="there">a</a> b <a href="/docs/api#createImage"><code>createImage</code></a> <code>other</code></p>\n',
    )
    expect(contentOf('[see `createImage`](there.md)')).toBe(
      '<p><a href="there">see <code>createImage</code></a></p>\n',
    )
  })

  it('shows pictures of the site, and says what others would show', () => {
    expect(contentOf('![a "b"](pictures/a.png) ![c](elsewhere.png)')).toBe(
      '<p><img src="/docs/pictures/a.png" alt="a &quot;b&quot;" loading="lazy"> c</p>\n',
    )
  })

  it('gives the search the text under each heading', () => {
    const { sections } = renderMarkdown(
      '# One\n\nfirst *text* &amp; `<x>`\n\n## Two\n\n| a | b |\n|---|---|\n| c | d |\n',
      links,
    )
    expect(sections).toEqual([
      { id: 'one', heading: 'One', text: 'first text & <x>' },
      { id: 'two', heading: 'Two', text: 'a b c d' },
    ])
  })
})
