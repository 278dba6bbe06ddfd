import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from './prove/harness.ts'

// The documentation as its readers see it, in a browser, from the real service.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Pages of one kind are made alike: of errors, decisions and model cards one is looked at. The reference has its own test. */
const ALIKE = /^\/docs\/(errors|adr|models)\/(?!not_found$|0001-engines$|damage-segmenter$)|^\/docs\/api$/

let harness: Harness
let browser: Browser
let base = ''
let paths: string[] = []
beforeAll(async () => {
  harness = await Harness.open({ apis: 1, workers: 0 })
  base = harness.urls[0] ?? ''
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  paths = await crawl()
}, 240_000)

afterAll(async () => {
  await browser?.close()
  await harness?.close()
}, 60_000)

async function withPage<T>(options: BrowserContextOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
  try {
    return await use(await context.newPage())
  } finally {
    await context.close()
  }
}

const hrefs = (page: Page) =>
  page.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

/** Every page that can be reached from the front page. Fails on a link that leads nowhere. */
async function crawl(): Promise<string[]> {
  return withPage({ javaScriptEnabled: false }, async (page) => {
    const ids = new Map<string, Set<string>>()
    const wanted: { from: string; path: string; anchor: string }[] = []
    const queue = ['/docs']
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (ids.has(path)) continue
      const answer = await page.goto(base + path)
      expect([path, answer?.status()]).toEqual([path, 200])
      const found = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
      ids.set(path, new Set(found))
      for (const href of await hrefs(page)) {
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

const lookedAt = (path: string) => !ALIKE.test(path)

type Violation = { id: string; nodes: { target: string[] }[] }

async function violationsOn(page: Page, path: string): Promise<string[]> {
  // Not as a script element: the page's own policy refuses it.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  const found: Violation[] = await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(AXE_TAGS)} }).then(({ violations }) => violations)`,
  )
  return found.map(
    ({ id, nodes }) => `${path} ${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
  )
}

type Colors = 'light' | 'dark'

/** Every page is opened once, and looked at in both colors. */
async function violationsAt(width: number): Promise<Record<Colors, string[]>> {
  return withPage({ viewport: { width, height: 900 } }, async (page) => {
    const found: Record<Colors, string[]> = { light: [], dark: [] }
    for (const path of paths.filter(lookedAt)) {
      await page.goto(base + path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found[colorScheme].push(...(await violationsOn(page, path)))
      }
    }
    return found
  })
}

describe('the documentation in a browser', () => {
  it('every link of every page leads somewhere, and none to another host', () => {
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter(lookedAt).length).toBeGreaterThan(30)
  })

  describe.each([390, 1440])('at %i px', (width) => {
    let found: Record<Colors, string[]>
    beforeAll(async () => {
      found = await violationsAt(width)
    }, 300_000)
    it('has no axe violation, light', () => expect(found.light).toEqual([]))
    it('has no axe violation, dark', () => expect(found.dark).toEqual([]))
  })

  it('the reference of the whole interface has no axe violation either', async () => {
    const options = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' as const }
    const found = await withPage(options, async (page) => {
      await page.goto(`${base}/docs/api`)
      return violationsOn(page, '/docs/api')
    })
    expect(found).toEqual([])
  })

  it('no page scrolls sideways at 320 px', async () => {
    const wide = await withPage({ viewport: { width: 320, height: 700 } }, async (page) => {
      const found: string[] = []
      for (const path of paths) {
        await page.goto(base + path)
        const width: number = await page.evaluate('document.documentElement.scrollWidth')
        if (width > 320) found.push(`${path} is ${width} px wide`)
      }
      return found
    })
    expect(wide).toEqual([])
  })

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

  it('breaks no rule of its own policy', async () => {
    const complaints = await withPage({}, async (page) => {
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      page.on('pageerror', (error) => said.push(error.message))
      for (const path of paths.filter(lookedAt)) await page.goto(base + path)
      return said
    })
    expect(complaints).toEqual([])
  })
})
