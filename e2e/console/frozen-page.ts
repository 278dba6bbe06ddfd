import type { BrowserContext, Page, Request } from 'playwright-core'
import type { ConsoleWorld } from './console-world.ts'
import { settle } from './looks.ts'

const NOW = '2026-11-14T09:30:00Z'
const THEN = '2026-11-14T09:04:00Z'
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/**
 * A browser in which it is always the same moment and everything happened at the same other one: what the service
 * answers is its own, only the times in it are replaced.
 */
export async function createFrozenContext(world: ConsoleWorld): Promise<BrowserContext> {
  const context = await world.newContext({
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

const unanswered = new WeakMap<BrowserContext, Set<Request>>()

/** The requests that pages wait for, from the first time that this is asked. A stream of events is never answered. */
function unansweredOf(context: BrowserContext): Set<Request> {
  const known = unanswered.get(context)
  if (known) return known
  const requests = new Set<Request>()
  unanswered.set(context, requests)
  context.on('request', (request) => {
    if (!request.url().includes('/events')) requests.add(request)
  })
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** Two minutes at least: a page that never looks the same twice. */
const LOOKS_MAX = 480

/**
 * What the page looks like once it has come to rest: when it looks as wanted, or when it waits for no answer and looks in a row are the
 * same.
 */
export async function settledScreenshot(
  page: Page,
  mask: readonly string[],
  isWanted?: (seen: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  const waitsFor = unansweredOf(page.context())
  const looks = isWanted ? 15 : 3
  await settle(page)
  const shoot = () =>
    page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      mask: mask.map((selector) => page.locator(selector)),
      maskColor: '#888888',
    })
  let seen = await shoot()
  let equal = 0
  for (let n = 0; n < LOOKS_MAX; n++) {
    if (await isWanted?.(seen)) return seen
    await page.waitForTimeout(250)
    const again = await shoot()
    equal = waitsFor.size === 0 && again.equals(seen) ? equal + 1 : 0
    if (equal === looks) return again
    seen = again
  }
  throw new Error('The page never came to rest.')
}
