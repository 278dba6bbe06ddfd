import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import type { Random } from '../../testing/random.ts'
import type { PhoneDrawer } from '../capture/fake-camera.ts'

export type Kept = { place: string; sha256: string }
export type Walked = {
  isDone: boolean
  /** In the order in which they were kept. */
  kept: Kept[]
  mishaps: Record<string, number>
  seen: string
}

const MISHAP_CHANCE = 0.35
const CUT_CHANCE = 0.08
const RETAKE_CHANCE = 0.25
const FULL_CHANCE = 0.1
/** A watchdog: a step takes a fraction of a second. One that fails is taken again. */
const STEP_MS_MAX = 15_000
/** Three browsers share two cores with another lane of the gate. */
const NAVIGATION_MS_MAX = 30_000

/** Reports every photo once it is on the disk of the phone. */
const REPORT = `{
  const { add, put } = IDBObjectStore.prototype
  const places = new Map()
  IDBObjectStore.prototype.add = function (value, ...rest) {
    const request = add.call(this, value, ...rest)
    if (this.name === 'shots') request.addEventListener('success', () => places.set(request.result, value.place))
    return request
  }
  IDBObjectStore.prototype.put = function (value, ...rest) {
    if (this.name === 'pictures' && window.isFull) {
      window.isFull = false
      throw new DOMException('no room', 'QuotaExceededError')
    }
    if (this.name === 'pictures')
      this.transaction.addEventListener('complete', async () => {
        const digest = await crypto.subtle.digest('SHA-256', await value.arrayBuffer())
        const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
        reportKept({ place: places.get(rest[0]), sha256 })
      })
    return put.call(this, value, ...rest)
  }
}`

type Plan = { drawer: PhoneDrawer; name: string; url: string; random: Random; deadlineMs: number }

/** One person walks around a car, and everything goes wrong that goes wrong with phones. */
export async function walkWithMishaps({ drawer, name, url, random, deadlineMs }: Plan): Promise<Walked> {
  const walked: Walked = { isDone: false, kept: [], mishaps: {}, seen: '' }
  let { phone, page } = await start()
  const endMs = Date.now() + deadlineMs
  let retakes = 0
  while (Date.now() < endMs && !walked.isDone) {
    try {
      await step()
    } catch (error) {
      // A tab or browser that was ended in the middle of a step. Whatever else it is shows in the end.
      walked.seen = String(error).slice(0, 200)
    }
  }
  await phone.close().catch(() => {})
  return walked

  async function start(): Promise<{ phone: BrowserContext; page: Page }> {
    const phone = await drawer.open(name)
    phone.setDefaultTimeout(STEP_MS_MAX)
    phone.setDefaultNavigationTimeout(NAVIGATION_MS_MAX)
    await phone.exposeFunction('reportKept', (kept: Kept) => walked.kept.push(kept))
    await phone.addInitScript(REPORT)
    const page = phone.pages()[0] ?? (await phone.newPage())
    await open(page)
    return { phone, page }
  }

  /** Whoever sees an error of the browser opens the link again. */
  async function open(page: Page): Promise<void> {
    for (let tries = 0; ; tries++)
      try {
        await page.goto(url)
        return
      } catch (error) {
        if (tries === 200) throw error
        await delay(500)
      }
  }

  async function step(): Promise<void> {
    const heading = (await page.locator('h1').first().textContent()) ?? ''
    walked.seen = heading
    if (/have arrived|has arrived/.test(heading)) {
      walked.isDone = true
      return
    }
    if (/Walk once|Welcome back/.test(heading)) return click(/^(Start|Continue)$/)
    if (/What happens/.test(heading)) return click('Open the camera')
    if (/take it again/.test(heading)) return click('Take again')
    if (/safe on this phone/.test(heading)) return waitInQueue()
    if (/of \d+ taken/.test(heading)) return decide()
    if (await page.getByRole('button', { name: 'Skip' }).isVisible()) return click('Skip')
    if (/^(\d+ of|Again)/.test(heading)) await shoot(heading)
    else await delay(100)
  }

  async function click(label: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: label }).first().click()
    await delay(50)
  }

  async function shoot(heading: string): Promise<void> {
    const shutter = page.getByRole('button', { name: /^Take photo:/ })
    if (random.next() < FULL_CHANCE) await shootWhileFull(shutter)
    const before = walked.kept.length
    await shutter.click()
    if (random.next() < CUT_CHANCE) {
      // In the middle of it: the photo may be kept or not, and its report may be lost.
      await delay(random.between(0, 80))
      return mishap(random.pick(['reload', 'tab', 'browser']))
    }
    await page.locator('h1').filter({ hasNotText: heading }).waitFor()
    while (walked.kept.length === before) await delay(10)
    if (random.next() < MISHAP_CHANCE)
      await mishap(random.pick(['reload', 'tab', 'browser', 'offline', 'two tabs']))
  }

  /** The disk is full: the person is told at once, and the photo counts for nothing. */
  async function shootWhileFull(shutter: Locator): Promise<void> {
    walked.mishaps['disk full'] = (walked.mishaps['disk full'] ?? 0) + 1
    await page.evaluate('window.isFull = true')
    await shutter.click()
    await page.getByText('This photo could not be kept').waitFor()
  }

  /** All is taken: one more time, or the end. */
  async function decide(): Promise<void> {
    if (retakes < 2 && random.next() < RETAKE_CHANCE) {
      retakes += 1
      await page.locator('.tile').nth(random.below(8)).click()
      return
    }
    await click('Finish')
  }

  async function waitInQueue(): Promise<void> {
    if (random.next() < 0.1) await mishap(random.pick(['reload', 'browser', 'offline']))
    await click('Try now')
    await delay(300)
  }

  async function mishap(kind: string): Promise<void> {
    walked.mishaps[kind] = (walked.mishaps[kind] ?? 0) + 1
    if (kind === 'reload') await page.reload().catch(() => open(page))
    if (kind === 'tab') {
      const next = await phone.newPage()
      await page.close()
      page = next
      await open(page)
    }
    if (kind === 'browser') {
      drawer.kill(name)
      await phone.close().catch(() => {})
      const again = await start()
      phone = again.phone
      page = again.page
    }
    if (kind === 'offline') {
      await phone.setOffline(true)
      await delay(random.between(200, 1_500))
      await phone.setOffline(false)
    }
    if (kind === 'two tabs') {
      const other = await phone.newPage()
      await open(other)
      await other.locator('h1').waitFor()
      await other.close()
      await page.bringToFront()
    }
  }
}
