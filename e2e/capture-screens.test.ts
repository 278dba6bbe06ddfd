import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../testing/ground.ts'
import { createLink, judgePicture, recordReading } from './capture/capture-links.ts'
import { LANDSCAPE, PhoneDrawer, PORTRAIT } from './capture/fake-camera.ts'
import { Walker } from './capture/walker.ts'
import { differencesAtRest } from './console/compare-screen.ts'
import { ConsoleWorld } from './console/console-world.ts'
import { axe } from './console/looks.ts'

const CAR = join(root, 'docs/samples/lark/front-left.jpg')
/** As somebody holds the phone who brings the car to the outline. */
const HELD = { left: 0, top: 59, width: 785, height: 589 }
const CONSENT = 'We use the photos to assess the vehicle, and keep them for 24 months.'

/** Portrait and landscape, light and dark, and for people who read from right to left. */
const LOOKS = {
  portrait: PORTRAIT,
  landscape: LANDSCAPE,
  dark: PORTRAIT,
  rtl: PORTRAIT,
  'rtl-landscape': LANDSCAPE,
} as const
type Look = keyof typeof LOOKS
/** Beside portrait, in which every screen is compared: each other look once, on the screen that changes most. */
const ALSO_COMPARED = ['camera-landscape', 'summary-dark', 'readings-rtl', 'camera-rtl-landscape']

let world: ConsoleWorld
let drawer: PhoneDrawer
let phone: BrowserContext
let page: Page
let walker: Walker
let profile: string
beforeAll(async () => {
  drawer = await PhoneDrawer.fill({ sharpS: 4, blurredS: 0, picture: CAR, crop: HELD })
  world = await ConsoleWorld.join()
  phone = await drawer.open('phone', { reducedMotion: 'reduce' })
  page = phone.pages()[0] ?? (await phone.newPage())
  walker = new Walker(page)
  const steps = ['around_000', 'around_045', 'around_090', 'around_180'].map((step) => ({ step }))
  const { id } = await world.call('POST', '/capture_profiles', {
    name: 'Screens',
    steps: [...steps, { step: 'plate', is_required: false }],
    damages_max: 3,
    asks_location: true,
    consent: { en: CONSENT, de: 'Mit den Fotos bewerten wir das Fahrzeug.' },
  })
  profile = String(id)
})
afterAll(async () => {
  await phone?.close()
  await world?.close()
  drawer?.remove()
})

/** The screen beside its reference, and what axe says of each look. */
async function lookAt(name: string, looks: Look[], mask: string[] = []): Promise<void> {
  const found: Record<string, unknown> = {}
  for (const look of looks) {
    await page.setViewportSize(LOOKS[look])
    await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
    await page.evaluate(`document.documentElement.dir = '${look.startsWith('rtl') ? 'rtl' : 'ltr'}'`)
    if (look === 'portrait' || ALSO_COMPARED.includes(`${name}-${look}`)) {
      const places = await differencesAtRest(page, `capture-${name}-${look}`, mask)
      if (places.length > 0) found[look] = places
    }
    const violations = await axe(page)
    if (violations.length > 0) found[`axe ${look}`] = violations
  }
  await page.setViewportSize(PORTRAIT)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(`document.documentElement.dir = 'ltr'`)
  expect.soft(found, name).toEqual({})
}

const open = (fields: object = {}) =>
  createLink(world, { profile_id: profile, ...fields }, ['damage_detection', 'images_ocr'])

describe('every screen of the capture app looks as it did, and axe finds nothing', () => {
  it('on the way around the car', async () => {
    const { inspection, url } = await open()
    await page.goto(url)
    await walker.heading('Walk once around the car').waitFor()
    await page.locator('.vehicle svg').waitFor()
    await lookAt('welcome', ['portrait', 'dark', 'landscape', 'rtl'])
    await walker.button('Start').click()
    await walker.heading('What happens with your photos').waitFor()
    await lookAt('consent', ['portrait', 'landscape'])
    await page.getByText('I agree to these terms').click()
    await walker.button('Agree and open the camera').click()
    await walker.shoot()
    await walker.heading(/Front left corner/).waitFor()
    await page.locator('.guide.good .body').waitFor()
    await page.getByText('1 sent').waitFor()
    await lookAt('camera', ['portrait', 'landscape', 'rtl', 'rtl-landscape'])
    for (const next of [/Left side/, /Back/, /plate/]) {
      await walker.shoot()
      await walker.heading(next).waitFor()
    }
    await page.getByText('4 sent').waitFor()
    await lookAt('camera-plate', ['portrait'])
    await walker.shoot()
    await page.getByText('5 safe · 5 sent').waitFor()
    await recordReading(world, inspection, 'plate', 'OU418IQ', ['0U418IQ'])
    await judgePicture(world, inspection, 'around_090', ['overexposure'])
    await walker.button('Retake').waitFor()
    await walker.button('Check what we read').waitFor()
    await lookAt('summary', ['portrait', 'dark', 'landscape', 'rtl'])
    await walker.button('Retake').click()
    await walker.heading(/take it again/).waitFor()
    await lookAt('verdict', ['portrait', 'landscape'])
    await page.goBack()

    await phone.setOffline(true)
    await walker.button('Add damage you can see').click()
    await page.getByLabel('Part').selectOption('door_back_right')
    await page.getByText('Scratch', { exact: true }).click()
    await lookAt('damage', ['portrait', 'dark', 'landscape'])
    await walker.button('Photograph it').click()
    await walker.heading(/Wide/).waitFor()
    await walker.shoot()
    await walker.heading(/Near/).waitFor()
    await walker.shoot()
    await walker.button('Finish').click()
    await walker.heading('Is this right?').waitFor()
    await page.getByText('OU418IQ').waitFor()
    await lookAt('readings', ['portrait', 'dark', 'landscape', 'rtl'])
    await walker.button('Change').click()
    await page.getByLabel('Number plate as you read it').fill('OU-418-IQ')
    await lookAt('readings-change', ['portrait'])
    await walker.button('Keep').click()
    await page.getByText('Confirmed by you').waitFor()
    await walker.button('Finish').click()
    await walker.heading('7 photos safe on this phone').waitFor()
    await lookAt('queue', ['portrait', 'dark', 'landscape'], ['footer .tiny'])
    await phone.setOffline(false)
    await walker.heading('All 7 photos have arrived').waitFor()
    await page.locator('.vehicle svg').waitFor()
    await lookAt('done', ['portrait', 'landscape'], ['.table dd'])
  })

  it('where something is missing', async () => {
    const { url, link } = await open({ language: 'de' })
    await page.goto(url)
    await walker.heading('Gehen Sie einmal um das Auto').waitFor()
    await page.locator('.vehicle svg').waitFor()
    await lookAt('welcome-german', ['portrait'])
    await world.call('DELETE', `/capture_links/${link}`)
    const other = await open()
    await page.addInitScript(`navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('not now', 'NotAllowedError'))`)
    await page.goto(other.url)
    await walker.begin('Agree and open the camera')
    await walker.heading('The camera is switched off for this page').waitFor()
    await lookAt('camera-denied', ['portrait', 'landscape'])
    await walker.button(/Or use the phone’s own camera/).click()
    await walker.heading('Front').waitFor()
    await lookAt('camera-file', ['portrait'])
    await world.call('DELETE', `/capture_links/${other.link}`)
    await page.reload()
    await walker.heading('This link was withdrawn').waitFor()
    await lookAt('ended', ['portrait', 'dark'])
  })
})
