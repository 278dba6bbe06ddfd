import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export const DESK = { width: 1440, height: 900 }
export const TABLET = { width: 1024, height: 768 }
export const PHONE = { width: 390, height: 844 }
export const COLORS = ['light', 'dark'] as const

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_RUN = `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  .then(({ violations }) => violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target).join(' | ')))`
const BLANK = `document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(document.body.getBoundingClientRect().height))`
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate<string[]>(AXE_RUN)
}

/** How much empty room the page scrolls into below its last line, in pixels. */
export async function blankBelow(page: Page): Promise<number> {
  return page.evaluate<number>(BLANK)
}

/** How far the page can be scrolled sideways on the smallest screen, in pixels. */
export async function sidewaysAt320(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 })
  return page.evaluate<number>(SIDEWAYS)
}
