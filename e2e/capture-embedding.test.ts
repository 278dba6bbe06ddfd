import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStack, setting } from '../testing/stack.ts'
import { createLink } from './capture/capture-links.ts'
import { PhoneDrawer } from './capture/fake-camera.ts'
import { Walker } from './capture/walker.ts'
import { ConsoleWorld } from './console/console-world.ts'

let world: ConsoleWorld
let drawer: PhoneDrawer
let phone: BrowserContext
let host: Server
let hostUrl: string
let profile: string

/** The app of somebody else, at an origin of its own. */
let script = ''
const shell = (
  link: string,
) => `<!doctype html><title>Host</title><script type="module" src="${script}"></script>
  <script>
    window.told = []
    for (const type of ['progress', 'finished', 'ended'])
      addEventListener('walkaround-' + type, ({ detail }) => told.push({ type, ...detail }))
  </script>
  <walkaround-capture link="${link}"></walkaround-capture>`

beforeAll(async () => {
  const settings = readStack()
  const tls = {
    key: readFileSync(setting(settings, 'TLS_KEY_FILE')),
    cert: readFileSync(setting(settings, 'TLS_CERTIFICATE_FILE')),
  }
  // Another port is another origin of the same site: browsers deny storage to frames of other sites, unless people allow it.
  host = createServer(tls, (request, response) => {
    const link = new URL(request.url ?? '', hostUrl).searchParams.get('link') ?? ''
    response.setHeader('content-type', 'text/html')
    response.end(link ? shell(link) : '<!doctype html><title>Host</title><h1>Welcome back</h1>')
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  // A listening TCP server has this form of address; only pipes have a string.
  hostUrl = `https://127.0.0.1:${(host.address() as AddressInfo).port}`
  drawer = await PhoneDrawer.fill({ sharpS: 4, blurredS: 0 })
  // Its own: the page that may show it is a setting.
  world = await ConsoleWorld.open({ settings: { CAPTURE_FRAME_ORIGINS: hostUrl } })
  script = `${world.url}/capture/element.js`
  phone = await drawer.open('phone')
  const steps = [{ step: 'around_000' }]
  profile = String((await world.call('POST', '/capture_profiles', { name: 'One', steps })).id)
})
afterAll(async () => {
  await phone?.close()
  await world?.close()
  drawer?.remove()
  host?.close()
})

async function openPage(url: string): Promise<Page> {
  const page = await phone.newPage()
  await page.goto(url)
  return page
}
const showIn = (origin: string, link: string) => openPage(`${origin}/?link=${encodeURIComponent(link)}`)

describe('the capture app in the app of somebody else', () => {
  it('takes photos inside of it, and tells how far it is and nothing more', async () => {
    const { url } = await createLink(world, { profile_id: profile })
    const page = await showIn(hostUrl, url)
    const inside = page.frameLocator('walkaround-capture iframe')
    await inside.getByRole('button', { name: 'Start' }).click()
    await inside.getByRole('button', { name: 'Open the camera' }).click()
    await inside.getByRole('button', { name: /^Take photo:/ }).click()
    await inside.getByRole('button', { name: 'Finish' }).click()
    await inside.getByRole('heading', { name: '1 photo has arrived' }).waitFor()
    await expect.poll(() => page.evaluate('told.at(-1)')).toEqual({ type: 'finished', photos: 1, damages: 0 })
    const told = await page.evaluate<{ type: string; total?: number }[]>('told')
    expect(told[0]).toEqual({ type: 'progress', taken: 0, total: 1, sent: 0 })
    expect(JSON.stringify(told)).not.toContain(new URL(url).hash.slice(1))
    await page.close()
  })

  it('is not shown in a page that the operator has not named, nor with a link that is none', async () => {
    const { url } = await createLink(world, { profile_id: profile })
    const page = await showIn(hostUrl.replace('127.0.0.1', 'localhost'), url)
    const frame = await (await page.waitForSelector('walkaround-capture iframe')).contentFrame()
    await expect.poll(() => frame?.url()).toMatch(/^chrome-error:/)
    await page.evaluate(
      `document.querySelector('walkaround-capture').setAttribute('link', 'javascript:alert(1)')`,
    )
    expect(await page.locator('walkaround-capture iframe').count()).toBe(0)
    await page.close()
  })

  it('offers a window of its own where the browser denies storage to frames', async () => {
    const { url } = await createLink(world, { profile_id: profile })
    const browser = await drawer.launch()
    const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'en' })
    await page.addInitScript(
      'if (parent !== window) indexedDB.open = () => { throw new DOMException("denied", "SecurityError") }',
    )
    await page.goto(`${hostUrl}/?link=${encodeURIComponent(url)}`)
    const inside = page.frameLocator('walkaround-capture iframe')
    const alone = page.waitForEvent('popup')
    await inside.getByRole('button', { name: 'Open in its own window' }).click()
    await new Walker(await alone).heading('Walk once around the car').waitFor()
    await browser.close()
  })

  it('leads back to it at the end of a link that says where', async () => {
    const { url } = await createLink(world, { profile_id: profile, return_url: `${hostUrl}/returns` })
    const page = await openPage(url)
    const walker = new Walker(page)
    await walker.begin()
    await walker.shoot()
    await walker.button('Finish').click()
    await walker.button(`Back to ${new URL(hostUrl).host}`).click()
    await walker.heading('Welcome back').waitFor()
    expect(page.url()).toBe(`${hostUrl}/returns`)
    expect(await page.evaluate('document.referrer')).toBe('')
    await page.close()
  })
})
