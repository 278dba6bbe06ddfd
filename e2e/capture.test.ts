import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLink, judgePicture, recordReading } from './capture/capture-links.ts'
import { LANDSCAPE, PhoneDrawer, PORTRAIT } from './capture/fake-camera.ts'
import { Walker } from './capture/walker.ts'
import { ConsoleWorld, rowsOf } from './console/console-world.ts'
import { axe, sidewaysAt320 } from './console/looks.ts'

let world: ConsoleWorld
let drawer: PhoneDrawer
let phone: BrowserContext
let page: Page
let walker: Walker
beforeAll(async () => {
  drawer = await PhoneDrawer.fill({ sharpS: 8, blurredS: 2 })
  world = await ConsoleWorld.join()
  phone = await drawer.open('phone')
  page = phone.pages()[0] ?? (await phone.newPage())
  walker = new Walker(page)
})
afterAll(async () => {
  await phone?.close()
  await world?.close()
  drawer?.remove()
})

const placesOf = async (inspection: string) => {
  const images = await world.harness.rows<{ place: string }>(
    `select additional_data ->> 'capture_step' as place from images where inspection_id = $1 and deleted_at is null order by id`,
    [inspection],
  )
  return images.map(({ place }) => place)
}

/** To the summary, through every photo that is asked for. */
async function walkAround(): Promise<void> {
  const summary = walker.heading(/of \d+ taken/)
  while (!(await summary.isVisible())) {
    if (await walker.button('Skip').isVisible()) {
      await walker.button('Skip').click()
      await summary.waitFor()
    } else if (await walker.button('Take again').isVisible()) await walker.button('Take again').click()
    else await walker.shoot()
  }
}

describe('a person with a capture link', () => {
  it('walks around the car, takes two photos again, adds a damage without signal, and finishes', async () => {
    const { inspection, url } = await createLink(world)
    await page.goto(url)
    await walker.heading('Walk once around the car').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await sidewaysAt320(page)).toBe(0)
    await page.setViewportSize(PORTRAIT)
    await walker.begin()

    // The phone itself sees that a photo is blurred.
    await walker.shootBlurred()
    await walker.heading('Blurred: take it again').waitFor()
    expect(await axe(page)).toEqual([])
    await walker.button('Take again').click()
    await walker.shoot()
    await walker.heading('2 of 9 · Front left corner').waitFor()
    expect(await axe(page)).toEqual([])
    await page.setViewportSize(LANDSCAPE)
    await walker.shoot()
    await walker.heading('3 of 9 · Left side').waitFor()
    expect(await axe(page)).toEqual([])
    await page.setViewportSize(PORTRAIT)
    await walkAround()
    // Each photo was timed; timed/capture-speed.test.ts judges the times.
    expect(
      await page.evaluate(`performance.getEntriesByName('shutter to kept').length`),
    ).toBeGreaterThanOrEqual(8)

    // The service sees more than the phone, and says how to do better.
    await expect.poll(async () => (await placesOf(inspection)).length).toBe(8)
    await judgePicture(world, inspection, 'around_180', ['overexposure'])
    await walker.button('Retake').click()
    await walker.heading(/take it again/).waitFor()
    expect(await axe(page)).toEqual([])
    await walker.button('Take again').click()
    await walker.shoot()
    await walker.heading(/8 of 8 taken/).waitFor()

    await phone.setOffline(true)
    await walker.button('Add damage you can see').click()
    await page.getByText('Right', { exact: true }).click()
    await page.getByLabel('Part').selectOption('door_front_right')
    await page.getByText('Scratch', { exact: true }).click()
    expect(await axe(page)).toEqual([])
    await walker.button('Photograph it').click()
    await walker.heading(/Wide/).waitFor()
    await walker.shoot()
    await walker.heading(/Near/).waitFor()
    await walker.shoot()
    await walkAround()
    expect(await axe(page)).toEqual([])
    await walker.button('Finish').click()
    await walker.heading('10 photos safe on this phone').waitFor()
    expect(await axe(page)).toEqual([])
    await page.reload()
    await walker.heading('10 photos safe on this phone').waitFor()
    await phone.setOffline(false)
    await walker.heading('All 10 photos have arrived').waitFor()
    expect(await axe(page)).toEqual([])

    const places = await placesOf(inspection)
    expect(places.filter((place) => place.startsWith('around_'))).toHaveLength(8)
    expect(new Set(places).size).toBe(10)
    const { images, tasks } = await world.call('GET', `/inspections/${inspection}`)
    const pair = rowsOf(images).filter(({ image_sibling_key }) => image_sibling_key)
    expect(pair.map(({ image_subtype }) => image_subtype).toSorted()).toEqual([
      'close_up_damage',
      'close_up_part',
    ])
    expect(rowsOf(tasks)).toContainEqual(
      expect.objectContaining({ name: 'damage_detection', status: 'TODO' }),
    )
    expect(await listKept()).toEqual({ shots: 0, pictures: 0 })
  })

  it('corrects the plate that was read, without signal', async () => {
    const steps = [{ step: 'around_000' }, { step: 'plate' }]
    const profile = await world.call('POST', '/capture_profiles', { name: 'Plate', steps })
    const { inspection, url } = await createLink(world, { profile_id: profile.id }, ['images_ocr'])
    await page.goto(url)
    await walker.begin()
    await walker.shoot()
    await walker.heading(/Number plate/).waitFor()
    await walker.shoot()
    await expect.poll(async () => (await placesOf(inspection)).length).toBe(2)
    await recordReading(world, inspection, 'plate', '0U418IQ', ['OU418IQ'])
    await walker.button('Check what we read').click()
    await page.getByText('0U418IQ').waitFor()
    await phone.setOffline(true)
    await walker.button('Change').click()
    await walker.button('OU418IQ').click()
    await walker.button('Keep').click()
    await page.getByText('Confirmed by you').waitFor()
    await walker.button('Finish').click()
    await walker.heading(/2 photos have arrived/).waitFor()
    await page.reload()
    await phone.setOffline(false)
    await walker.heading('All 2 photos have arrived').waitFor()
    const { vehicle } = await world.call('GET', `/inspections/${inspection}`)
    // The office has entered another one, which stays.
    expect(vehicle).toMatchObject({
      plate: 'TEST 418',
      additional_data: { plate: { prediction: 'OU418IQ', is_confirmed: true, is_entered: false } },
    })
  })

  it('is told why a link no longer works, keeps the photos, and sends them with the next link', async () => {
    const { inspection, url, link } = await createLink(world)
    await page.goto(url)
    await walker.begin()
    await walker.shutter.waitFor()
    await phone.setOffline(true)
    await walker.shoot()
    await walker.heading(/^2 of 9/).waitFor()
    await world.call('DELETE', `/capture_links/${link}`)
    await phone.setOffline(false)
    await walker.heading('This link was withdrawn').waitFor()
    await page.getByText('Your 1 photo is still here').waitFor()
    expect(await axe(page)).toEqual([])
    const next = await world.call('POST', `/inspections/${inspection}/capture_links`, {
      profile_id: 'walk-8',
    })
    await page.goto(String(next.url))
    await page.getByText('1 of 9 photos are taken').waitFor()
    await expect.poll(() => placesOf(inspection)).toEqual(['around_000'])
  })

  it('opens by itself once the service is back that went away in the middle of it', async () => {
    const { url } = await createLink(world)
    // The worker of the page would have the script.
    const other = await drawer.launch()
    const fresh = await other.newPage({ ignoreHTTPSErrors: true, viewport: PORTRAIT })
    let isAway = true
    await fresh.route('**/*', (route) => (isAway ? route.abort() : route.continue()))
    await fresh.route('**/capture', (route) => route.continue())
    await fresh.goto(url)
    await fresh.getByText('Opening. If nothing appears, reload this page.').waitFor()
    isAway = false
    await fresh.getByRole('button', { name: 'Start' }).waitFor()
    await other.close()
  })

  it('reads that another device has the link, and that a cut link does not work', async () => {
    const { url } = await createLink(world)
    await page.goto(url)
    await walker.button('Start').waitFor()
    const other = await drawer.launch()
    const stranger = await other.newPage({ ignoreHTTPSErrors: true, viewport: PORTRAIT })
    await stranger.goto(url)
    await stranger.getByRole('heading', { name: 'This link is open on another device' }).waitFor()
    await stranger.goto(url.slice(0, -8))
    await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await other.close()
  })
})

function listKept(): Promise<unknown> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('walkaround-capture')
    request.onerror = reject
    request.onsuccess = () => {
      const transaction = request.result.transaction(['shots', 'pictures'])
      const [shots, pictures] = ['shots', 'pictures'].map((name) => transaction.objectStore(name).count())
      transaction.oncomplete = () => resolve({ shots: shots.result, pictures: pictures.result })
    }
  })`)
}
