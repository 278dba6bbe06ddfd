import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
export const COLORS = ['light', 'dark'] as const

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Every screen is looked at in light, too: dark changes the colors and nothing else. */
const AXE_RUN = `axe.run({
    runOnly: matchMedia('(prefers-color-scheme: dark)').matches
      ? { type: 'rule', values: ['color-contrast'] }
      : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  })
  .then(({ violations }) => violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target).join(' | ')))`
const BLANK = `document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(document.body.getBoundingClientRect().height))`
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const ARE_PICTURES_THERE = `[...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().bottom > 0)
  .every((image) => image.complete && image.naturalWidth > 0)`
const IS_MOVING = `document.getAnimations().some((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)`
const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))'

/** Fonts and pictures are there, nothing is loading, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
  // The page's own policy lets nobody wait inside of it.
  while (!(await page.evaluate<boolean>(ARE_PICTURES_THERE))) await page.evaluate(TWO_FRAMES)
  await standStill(page)
}

async function standStill(page: Page): Promise<void> {
  do await page.evaluate(TWO_FRAMES)
  while (await page.evaluate<boolean>(IS_MOVING))
}

export async function axe(page: Page): Promise<string[]> {
  // A color on its way from one to another has a contrast of its own.
  await standStill(page)
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
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
