import type { BrowserContext, Page } from 'playwright-core'
import type { ConsoleWorld } from './console-world.ts'

const NOW = '2026-11-14T09:30:00Z'
const THEN = '2026-11-14T09:04:00Z'
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/**
 * A browser in which it is always the same moment and everything happened at the same other one: what the service
 * answers is its own, only the times in it are replaced.
 */
export async function createFrozenContext(world: ConsoleWorld): Promise<BrowserContext> {
  const context = await world.browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await context.clock.setFixedTime(new Date(NOW))
  await context.route(`${world.url}/v1/**`, async (route) => {
    const request = route.request()
    const isAnswer = request.resourceType() === 'fetch' && !request.url().includes('/events')
    if (!isAnswer || request.method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.includes('json')
    if (!isJson) return route.fulfill({ response })
    return route.fulfill({ response, body: (await response.text()).replaceAll(TIME, THEN) })
  })
  return context
}

const ARE_PICTURES_THERE = `[...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().bottom > 0)
  .every((image) => image.complete && image.naturalWidth > 0)`

/** Fonts and pictures are there, nothing is loading, and two looks in a row are the same. */
export async function settledScreenshot(page: Page, mask: readonly string[]): Promise<Buffer> {
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  // The page's own policy lets nobody wait inside of it.
  while (!(await page.evaluate<boolean>(ARE_PICTURES_THERE))) await page.waitForTimeout(100)
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
  const shoot = () =>
    page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      mask: mask.map((selector) => page.locator(selector)),
      maskColor: '#888888',
    })
  let seen = await shoot()
  for (let n = 0; n < 20; n++) {
    await page.waitForTimeout(250)
    const again = await shoot()
    if (again.equals(seen)) return again
    seen = again
  }
  throw new Error('The page never came to rest.')
}
