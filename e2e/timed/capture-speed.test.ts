import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLink } from '../capture/capture-links.ts'
import { PhoneDrawer } from '../capture/fake-camera.ts'
import { Walker } from '../capture/walker.ts'
import { ConsoleWorld } from '../console/console-world.ts'
import { measureAgain, median } from './measure-again.ts'

/** Of the 2 s that a first load may take on a phone. */
const LINE_MS_MAX = 1_500
const SHOTS = 60
const PAGE_MB_MAX = 250
/** Between the tenth shot and the last: what is not given back grows with each. */
const GROWTH_MB_MAX = 30
/** Twelve megapixels, as phones have them. */
const LARGE = { width: 4032, height: 3024 }
/** With a picture of the small camera; one of 12 megapixels takes longer where no graphics card helps. */
const SHUTTER_MS_MAX = 300
/** 4G as browsers' own tools slow it down: 9 Mbit/s down, 0.75 up, 170 ms there and back. */
const FOUR_G = { offline: false, latency: 170, downloadThroughput: 1_125_000, uploadThroughput: 93_750 }
const NO_LIMIT = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const SHUTTER_TIMES = `performance.getEntriesByName('shutter to kept').map((entry) => entry.duration)`

const NONE = { ownMb: 0, allMb: 0 }

describe('on a phone', () => {
  let world: ConsoleWorld
  let drawer: PhoneDrawer
  let phone: BrowserContext
  let page: Page
  let cdp: CDPSession
  beforeAll(async () => {
    drawer = await PhoneDrawer.fillLarge(LARGE)
    world = await ConsoleWorld.join()
    phone = await drawer.open('phone')
    page = phone.pages()[0] ?? (await phone.newPage())
    cdp = await phone.newCDPSession(page)
  })
  afterAll(async () => {
    await phone?.close()
    await world?.close()
    drawer?.remove()
  })

  it(`4G adds at most ${LINE_MS_MAX / 1000} s to the first load`, async () => {
    await cdp.send('Network.enable')
    const lineMs = await measureAgain(
      async () => {
        const loads = { quick: [] as number[], slow: [] as number[] }
        for (let n = 0; n < 3; n++) {
          loads.quick.push(await timeFirstLoad(NO_LIMIT))
          loads.slow.push(await timeFirstLoad(FOUR_G))
        }
        const [slow, quick] = [loads.slow, loads.quick].map((times) => times.map(Math.round).join(' '))
        console.log(`first load: ${slow} ms on 4G, ${quick} ms without a line`)
        // How long the page works depends on the machine and is in both.
        return Math.min(...loads.slow) - Math.min(...loads.quick)
      },
      (ms) => ms > 2 * FOUR_G.latency && ms <= LINE_MS_MAX,
    )
    await cdp.send('Network.emulateNetworkConditions', NO_LIMIT)
    console.log(`the line ${Math.round(lineMs)} ms`)
    expect(lineMs).toBeGreaterThan(2 * FOUR_G.latency)
    expect(lineMs).toBeLessThanOrEqual(LINE_MS_MAX)
  })

  async function timeFirstLoad(line: typeof FOUR_G): Promise<number> {
    const { url } = await createLink(world)
    await cdp.send('Network.emulateNetworkConditions', line)
    // Nothing of an earlier visit helps.
    await cdp.send('Storage.clearDataForOrigin', { origin: world.url, storageTypes: 'all' })
    await cdp.send('Network.clearBrowserCache')
    await page.goto('about:blank')
    const fromMs = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Start' }).waitFor()
    return performance.now() - fromMs
  }

  it(`${SHOTS} shots of 12 megapixels leave the page flat`, async () => {
    const { early, late } = await measureAgain(
      takeShots,
      ({ early, late }) => late.ownMb <= PAGE_MB_MAX && late.allMb - early.allMb <= GROWTH_MB_MAX,
    )
    expect(late.ownMb).toBeGreaterThan(10)
    expect(late.ownMb).toBeLessThanOrEqual(PAGE_MB_MAX)
    expect(late.ownMb - early.ownMb).toBeLessThanOrEqual(GROWTH_MB_MAX)
    expect(late.allMb - early.allMb).toBeLessThanOrEqual(GROWTH_MB_MAX)
  })

  async function takeShots(): Promise<{ early: typeof NONE; late: typeof NONE }> {
    // The same step sixty times: the line is quick, so that each photo has arrived when the next replaces it.
    const profile = await world.call('POST', '/capture_profiles', {
      name: 'One',
      steps: [{ step: 'around_000' }],
    })
    const { url } = await createLink(world, { profile_id: profile.id })
    await page.goto('about:blank')
    await page.goto(url)
    const walker = new Walker(page)
    await walker.begin()
    await walker.shutter.waitFor()
    const seen = await page.evaluate<number>(`new Promise((resolve) => {
      const video = document.querySelector('video')
      const look = () => (video.videoWidth ? resolve(video.videoWidth * video.videoHeight) : setTimeout(look, 50))
      look()
    })`)
    expect(seen).toBe(LARGE.width * LARGE.height)
    const seenMb: (typeof NONE)[] = []
    for (let n = 0; n < SHOTS; n++) {
      await walker.take()
      if (n === 9 || n === SHOTS - 1) {
        await cdp.send('HeapProfiler.collectGarbage')
        seenMb.push(drawer.readPageMemory('phone'))
      }
      await page.getByRole('button', { name: /^Front/ }).click()
    }
    const [early = NONE, late = NONE] = seenMb
    const times = await page.evaluate<number[]>(SHUTTER_TIMES)
    const show = ({ ownMb, allMb }: typeof NONE) =>
      `${ownMb.toFixed(0)} MB (${allMb.toFixed(0)} with the camera)`
    console.log(
      `${times.length} shots: ${show(early)} after 10, ${show(late)} after ${SHOTS}; shutter to kept ${median(times).toFixed(0)} ms`,
    )
    expect(times.length).toBeGreaterThanOrEqual(SHOTS)
    return { early, late }
  }
})

describe('with the camera of a small phone', () => {
  let world: ConsoleWorld
  let drawer: PhoneDrawer
  let phone: BrowserContext
  beforeAll(async () => {
    drawer = await PhoneDrawer.fill({ sharpS: 4, blurredS: 0 })
    world = await ConsoleWorld.join()
    phone = await drawer.open('phone')
  })
  afterAll(async () => {
    await phone?.close()
    await world?.close()
    drawer?.remove()
  })

  it(`a photo is kept within ${SHUTTER_MS_MAX} ms`, async () => {
    const quarter = await measureAgain(
      async () => {
        const { url } = await createLink(world)
        const page = await phone.newPage()
        await page.goto(url)
        const walker = new Walker(page)
        await walker.begin()
        for (let n = 0; n < 8; n++) await walker.shoot()
        const times = await page.evaluate<number[]>(SHUTTER_TIMES)
        await page.close()
        console.log(`shutter to kept: ${times.map(Math.round).join(' ')} ms`)
        expect(times.length).toBeGreaterThanOrEqual(8)
        // What else runs on the machine only ever adds time.
        return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.POSITIVE_INFINITY
      },
      (ms) => ms < SHUTTER_MS_MAX,
    )
    expect(quarter).toBeLessThan(SHUTTER_MS_MAX)
  })
})
