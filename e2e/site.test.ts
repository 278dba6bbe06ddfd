import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld } from './console/console-world.ts'

// The documentation as its readers see it, in a browser, from the real service.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Pages of one kind are made alike: of errors, decisions and model cards one is looked at. The reference has its own test. */
const ALIKE = /^\/docs\/(errors|adr|models)\/(?!not_found$|0001-engines$|damage-segmenter$)|^\/docs\/api$/
/** Errors differ in a few short sentences, so that one of them shows how wide they are. */
const ERRORS = /^\/docs\/errors\/(?!not_found$)/

let world: ConsoleWorld
let base = ''
let paths: string[] = []
beforeAll(async () => {
  world = await ConsoleWorld.join()
  base = world.url
  paths = await crawl()
})

afterAll(async () => {
  await world?.close()
})

async function withPage<T>(options: BrowserContextOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await world.newContext(options)
  try {
    return await use(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Every page that can be reached from the front page. Fails on a link that leads nowhere. */
async function crawl(): Promise<string[]> {
  return withPage({}, async (page) => {
    const ids = new Map<string, Set<string>>()
    const wanted: { from: string; path: string; anchor: string }[] = []
    const queue = ['/docs']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (ids.has(path)) continue
      const { status, text } = await world.harness.http.ask({ method: 'GET', url: base + path })
      expect([path, status]).toEqual([path, 200])
      const found = await page.evaluate<{ ids: string[]; hrefs: string[] }>(readHtml(text))
      ids.set(path, new Set(found.ids))
      expect([path, found.ids.length]).toEqual([path, ids.get(path)?.size])
      for (const href of found.hrefs) {
        const url = new URL(href, base + path)
        expect([path, href, url.origin]).toEqual([path, href, base])
        wanted.push({ from: path, path: url.pathname, anchor: url.hash.slice(1) })
        if (url.pathname.startsWith('/docs')) queue.push(url.pathname)
      }
    }
    const dead = wanted.filter(
      ({ path, anchor }) => anchor && !ids.get(path)?.has(decodeURIComponent(anchor)),
    )
    expect(dead).toEqual([])
    return [...ids.keys()]
  })
}

/** Read as a browser reads it, and neither styled nor drawn. */
const readHtml = (text: string) => `(() => {
  const read = new DOMParser().parseFromString(${JSON.stringify(text)}, 'text/html')
  return {
    ids: [...read.querySelectorAll('[id]')].map(({ id }) => id),
    hrefs: [...read.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
  }
})()`

const lookedAt = (path: string) => !ALIKE.test(path)

type Violation = { id: string; nodes: { target: string[] }[] }

/** By far the dearest rule, and the only one that looks at colors. */
const CONTRAST = 'color-contrast'
const WITHOUT_CONTRAST = { runOnly: AXE_TAGS, rules: { [CONTRAST]: { enabled: false } } }
const ONLY_CONTRAST = { runOnly: { type: 'rule', values: [CONTRAST] } }

async function violationsOn(page: Page, path: string, rules: object): Promise<string[]> {
  // What another size or color shows is there with the next frame: before, axe takes the open menu for a closed one.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  // Not as a script element: the page's own policy refuses it.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  const found: Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ['violations'] })}).then(({ violations }) => violations)`,
  )
  return found.map(
    ({ id, nodes }) => `${path} ${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
  )
}

/** The kinds of elements under one: what a style sheet or axe can tell apart, from it downwards. */
const KINDS = `const nameOf = (element) =>
  [element.localName, ...element.classList, ...element.getAttributeNames()].join('.')
function kindsUnder(top) {
  const kinds = new Set()
  const visit = (element, above) => {
    const kind = above + ' ' + nameOf(element)
    kinds.add(kind)
    for (const child of element.children) visit(child, kind)
  }
  visit(top, '')
  return [...kinds]
}`
const READ_KINDS = `(() => { ${KINDS}; return kindsUnder(document.body) })()`
/** Leaves one article of each kind: the reference has hundreds that are made alike. */
const REMOVE_ALIKE = `(() => { ${KINDS}
  const seen = new Set()
  for (const article of [...document.querySelectorAll('article article, main article')]) {
    const kinds = kindsUnder(article)
    if (kinds.every((kind) => seen.has(kind))) article.remove()
    for (const kind of kinds) seen.add(kind)
  }
  return document.querySelectorAll('article').length
})()`
/** Leaves the elements of new kinds, and those around them: the colors of all others have been looked at. */
const removeKnown = (known: readonly string[]) => `(() => { ${KINDS}
  const seen = new Set(${JSON.stringify(known)})
  const prune = (element, above) => {
    const kind = above + ' ' + nameOf(element)
    let isNew = !seen.has(kind)
    seen.add(kind)
    for (const child of [...element.children]) isNew = prune(child, kind) || isNew
    if (!isNew) element.remove()
    return isNew
  }
  prune(document.body, '')
  return document.body !== null
})()`

type Colors = 'light' | 'dark'
const COLORS = ['light', 'dark'] as const
/** Where there is the least room, most can go wrong. */
const WIDTHS = [390, 1440] as const
type Width = (typeof WIDTHS)[number]
type Found = {
  violations: Record<Width, Record<Colors, string[]>>
  /** How many pages are looked at in every width and color. */
  whole: number
  wide: string[]
  complaints: string[]
}

/**
 * Opens every page once, but for errors. A page with elements of a kind that no page before it had is looked at in every width, and those
 * elements in every color, as the style sheet could fail there. Its colors can't fail on other pages.
 */
async function lookAtPages(): Promise<Found> {
  return withPage({}, async (page) => {
    const none = () => ({ light: [], dark: [] })
    const found: Found = { violations: { 390: none(), 1440: none() }, whole: 0, wide: [], complaints: [] }
    const seen = new Set<string>()
    page.on('console', (message) => {
      const { url } = message.location()
      // The browser asks for this one by itself.
      if (!url.endsWith('/favicon.ico')) found.complaints.push(`${message.text()} ${url}`)
    })
    page.on('pageerror', (error) => found.complaints.push(error.message))
    for (const path of paths.filter((path) => !ERRORS.test(path))) {
      await page.setViewportSize({ width: 390, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(base + path)
      const isLookedAt = lookedAt(path)
      const kinds = isLookedAt ? await page.evaluate<string[]>(READ_KINDS) : []
      const known = [...seen]
      for (const kind of kinds) seen.add(kind)
      const isNew = seen.size > known.length
      if (isNew) found.whole++
      if (isLookedAt)
        for (const width of WIDTHS.slice(0, isNew ? 2 : 1)) {
          await page.setViewportSize({ width, height: 900 })
          found.violations[width].light.push(...(await violationsOn(page, path, WITHOUT_CONTRAST)))
        }
      await page.setViewportSize({ width: 320, height: 700 })
      const narrow: number = await page.evaluate('document.documentElement.scrollWidth')
      if (narrow > 320) found.wide.push(`${path} is ${narrow} px wide`)
      if (isNew) await lookAtColors(page, path, known, found)
    }
    return found
  })
}

async function lookAtColors(page: Page, path: string, known: readonly string[], found: Found): Promise<void> {
  expect(await page.evaluate<boolean>(removeKnown(known))).toBe(true)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of COLORS) {
      await page.emulateMedia({ colorScheme })
      found.violations[width][colorScheme].push(...(await violationsOn(page, path, ONLY_CONTRAST)))
    }
  }
}

describe('the documentation in a browser', () => {
  let found: Found
  beforeAll(async () => {
    found = await lookAtPages()
  })

  it('every link of every page leads somewhere, and none to another host', () => {
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter(lookedAt).length).toBeGreaterThan(30)
    expect(found.whole).toBeGreaterThan(10)
  })

  describe.each(WIDTHS)('at %i px', (width) => {
    it.each(COLORS)('has no axe violation, %s', (color) => expect(found.violations[width][color]).toEqual([]))
  })

  it('the reference of the whole interface has no axe violation either', async () => {
    const options = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' as const }
    const found = await withPage(options, async (page) => {
      await page.goto(`${base}/docs/api`)
      // It takes seconds for each thousand elements, and those that are made alike look alike.
      expect(await page.evaluate<number>(REMOVE_ALIKE)).toBeGreaterThan(5)
      return violationsOn(page, '/docs/api', { runOnly: AXE_TAGS })
    })
    expect(found).toEqual([])
  })

  it('no page scrolls sideways at 320 px', () => expect(found.wide).toEqual([]))

  it('search finds guides, operations and errors, by keyboard alone', async () => {
    await withPage({}, async (page) => {
      const found = async (words: string) => {
        await page.goto(`${base}/docs`)
        await page.keyboard.press('/')
        await page.keyboard.type(words)
        await page
          .getByRole('status')
          .filter({ hasText: /result/ })
          .waitFor()
        return page.locator('#found a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      }
      expect(await found('same picture twice')).toContain(
        '/docs/guides/upload#the-same-picture-twice-is-one-image',
      )
      expect(await found('createImage')).toContain('/docs/api#createImage')
      expect(await found('version_stale')).toContain('/docs/errors/version_stale')
      expect((await found('upload photo'))[0]).toBe('/docs/guides/upload')
      expect(await found('xyzzy')).toEqual([])
      await found('version_stale')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs/errors/version_stale')
    })
  })

  it('copies a command', async () => {
    const copied = await withPage({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
      await page.goto(`${base}/docs/guides/upload`)
      await page.getByRole('button', { name: 'Copy' }).first().click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      return page.evaluate('navigator.clipboard.readText()')
    })
    expect(copied).toMatch(/^ID=\$\(api /)
  })

  it('breaks no rule of its own policy', () => expect(found.complaints).toEqual([]))
})
