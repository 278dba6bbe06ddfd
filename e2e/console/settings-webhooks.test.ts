import type { BrowserContext, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC } from '../../testing/public-address.ts'
import { type Received, type Receiver, startReceiver, status } from '../../testing/webhook-receiver.ts'
import { ConsoleWorld, type Json, rowsOf } from './console-world.ts'
import { DESK } from './looks.ts'

let world: ConsoleWorld
const PATH = '/walkaround'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  // Its own, because a loopback address stands for the internet there.
  world = await ConsoleWorld.open({ internet: { public: PUBLIC, ports: [receiver.port, 443] } })
})
afterAll(async () => {
  await world?.close()
  receiver?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
const textOf = ({ body }: Received): Json => JSON.parse(body)
const createEndpoint = (body: Json) =>
  world.call('POST', '/webhook_endpoints', { url: receiver.url(PATH), ...body })
const deleteEndpoint = (id: unknown) => world.call('DELETE', `/webhook_endpoints/${id}`)

/** As a receiver sees it who has only the secret: another signature throws. */
const verified = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers)

/** What came last, once something has come that is not among those before. */
async function nextReceived(before: number): Promise<Received> {
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  const last = receiver.received.at(-1)
  if (!last) throw new Error('nothing came')
  return last
}

async function shownSecret(page: Page): Promise<string> {
  const secret = await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .textContent()
  return secret ?? ''
}

describe('a person who runs a receiver', () => {
  let context: BrowserContext
  let page: Page
  let secret = ''
  beforeAll(async () => {
    context = await world.createContext(DESK)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await world.openPage(context, '/settings/webhooks')
  })
  afterAll(() => context.close())

  it('adds an endpoint and is shown its secret once', async () => {
    await page.getByText('No endpoints yet').waitFor()
    await page.getByRole('link', { name: 'Add endpoint' }).click()
    const address = page.getByRole('textbox', { name: 'Receiver URL' })
    await address.fill('hooks.example.com')
    await page.getByRole('radio', { name: 'Only these events' }).check()
    await press(page, 'Add endpoint')
    await page.getByText('Enter a complete URL').waitFor()
    await page.getByText('Choose at least one event.').waitFor()
    await address.fill('https://hooks.example.com:8443/in')
    await page.getByRole('checkbox', { name: 'Inspections' }).check()
    expect(await page.getByRole('checkbox', { name: 'Inspection deleted' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'Inspection deleted' }).uncheck()
    await press(page, 'Add endpoint')
    await page.getByText('Use an https URL on port 443').waitFor()
    await address.fill(receiver.url(PATH))
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Claims system')
    await press(page, 'Add endpoint')

    await page.getByRole('dialog', { name: 'Endpoint added' }).waitFor()
    secret = await shownSecret(page)
    await page.keyboard.press('Escape')
    await inDialog(page, 'Copy: Secret')
    await page.getByRole('dialog').getByText('Copied: Secret').waitFor({ state: 'attached' })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
    await inDialog(page, 'I’ve stored it')
    await page.getByRole('heading', { level: 1, name: 'Claims system' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Claims system' }).waitFor()
    expect(await page.getByText('whsec_').count()).toBe(0)
    const [endpoint] = rowsOf((await world.call('GET', '/webhook_endpoints')).data)
    expect(endpoint?.event_types).toEqual(['inspection.created', 'inspection.updated'])
  })

  it('sends a test event and finds it in the log', async () => {
    const before = receiver.received.length
    await press(page, 'Send test event')
    await page.getByRole('status').filter({ hasText: 'Test event delivered' }).waitFor()
    const message = await nextReceived(before)
    expect(verified(secret, message)).toMatchObject({ type: 'webhook.test' })
    const entry = page.getByRole('button', { name: /Delivered Test event 1 attempt/ })
    await entry.click()
    await page.getByRole('table', { name: 'Attempts' }).getByRole('cell', { name: '2xx' }).waitFor()
    await page.getByText(String(textOf(message).id)).waitFor()
  })

  it('sees why a message does not arrive, mends it and sends it again', async () => {
    receiver.respond(PATH, status(500))
    const beforeFailure = receiver.received.length
    const { id } = await world.call('POST', '/inspections', { tasks: {} })
    const failed = await nextReceived(beforeFailure)
    // After the second attempt it waits for minutes: what comes then was sent by the person.
    const entry = page.getByRole('button', { name: /Retrying Inspection created 2 attempts/ })
    await entry.click()
    await page.getByRole('cell', { name: '5xx' }).first().waitFor()
    await page.getByText('failed to handle the message').waitFor()
    await page.getByText('Messages aren’t arriving').waitFor()
    await page.getByRole('link', { name: String(id) }).waitFor()
    await press(page, 'Send test event')
    await page.getByRole('status').filter({ hasText: 'Test event not delivered' }).waitFor()

    receiver.respond(PATH, status(204))
    const before = receiver.received.length
    await press(page, 'Send now')
    const again = await nextReceived(before)
    expect(textOf(again)).toMatchObject({ id: textOf(failed).id, type: 'inspection.created' })
    await page.getByRole('button', { name: /Delivered Inspection created/ }).waitFor()
    await page.getByText('Messages aren’t arriving').waitFor({ state: 'hidden' })
    await press(page, 'Failed')
    await page
      .getByRole('button', { name: /Inspection created/ })
      .first()
      .waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /Failed Test event/ }).waitFor()
    await press(page, 'All')

    const beforePeriod = receiver.received.length
    await press(page, 'Resend a period')
    await inDialog(page, 'Resend')
    await page.getByText('There were no events to resend in this period.').waitFor()
    await press(page, 'Resend a period')
    await page.getByRole('radio', { name: /All events this endpoint subscribes to/ }).check()
    await inDialog(page, 'Resend')
    await page.getByText('Resending 1 event.').waitFor()
    expect(textOf(await nextReceived(beforePeriod)).id).toBe(textOf(failed).id)
  })

  it('changes the secret, with both good for a while', async () => {
    await press(page, 'Change secret')
    await inDialog(page, 'Change secret')
    await page.getByRole('dialog', { name: 'Secret changed' }).waitFor()
    const fresh = await shownSecret(page)
    expect(fresh).not.toBe(secret)
    await inDialog(page, 'I’ve stored it')
    await page.getByText('Previous secret valid until').waitFor()
    const before = receiver.received.length
    await press(page, 'Send test event')
    const message = await nextReceived(before)
    for (const key of [secret, fresh]) expect(verified(key, message)).toMatchObject({ type: 'webhook.test' })
  })

  it('changes it, unless somebody else was faster', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await page.getByRole('link', { name: 'Edit' }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Mine')
    await world.call('PATCH', `/webhook_endpoints/${id}`, { description: 'Theirs' })
    await press(page, 'Save')
    await page.getByText('Someone else changed this').waitFor()
    await press(page, 'Show the current version')
    await expect.poll(() => name.inputValue()).toBe('Theirs')
    await name.fill('Mine after all')
    await press(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Mine after all' }).waitFor()
  })

  it('disables, enables and deletes it', async () => {
    await press(page, 'Disable')
    await inDialog(page, 'Disable')
    await page.getByText('Someone disabled this endpoint').waitFor()
    expect(await page.getByRole('button', { name: 'Resend a period' }).isDisabled()).toBe(true)
    await press(page, 'Enable')
    await page.getByText('Someone disabled this endpoint').waitFor({ state: 'hidden' })
    await press(page, 'Delete')
    await page.getByRole('dialog', { name: 'Delete “Mine after all”?' }).waitFor()
    await inDialog(page, 'Delete')
    await page.getByText('No endpoints yet').waitFor()
    expect(rowsOf((await world.call('GET', '/webhook_endpoints')).data)).toEqual([])
    await page.goBack()
    await page.getByRole('alert').getByText('This page doesn’t exist').waitFor()
  })

  it('sees and changes the secret of callbacks', async () => {
    await page.goto(`${world.url}/console/settings/webhooks`)
    const panel = page.getByRole('region', { name: 'Callback secret' })
    expect(await panel.getByText(/^whsec_/).count()).toBe(0)
    await press(page, 'Show secret')
    const before = await panel.getByText(/^whsec_/).textContent()
    await press(page, 'Change secret')
    await inDialog(page, 'Change secret')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await panel.getByText('Messages are also signed with the previous secret').waitFor()
    const { secret: now } = await world.call('GET', '/webhook_endpoints/callback_secret')
    expect(await panel.getByText(/^whsec_/).textContent()).toBe(now)
    expect(now).not.toBe(before)
  })

  it('is led to pages that are there', async () => {
    for (const [path, heading] of [
      ['/docs/events#receivers-to-copy', 'Receivers to copy'],
      ['/docs/events#what-you-get', 'What you get'],
      ['/docs/guides/tenants', 'Tenants and permissions'],
      ['/docs/api', 'API'],
    ] as const) {
      const answer = await page.goto(`${world.url}${path}`)
      expect(answer?.status() ?? 200, path).toBe(200)
      const [, id] = path.split('#')
      if (id) expect(await page.evaluate(`!!document.getElementById('${id}')`), path).toBe(true)
      else await page.getByRole('heading', { name: heading }).first().waitFor()
    }
  })
})

describe('what people may', () => {
  it('shows a reader everything and offers nothing', async () => {
    const { id } = await createEndpoint({ description: 'Fleet' })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings/webhooks', 'alder-reader')
    await page.getByText('You have read-only access').waitFor()
    await page.getByRole('link', { name: 'Fleet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
    await page.getByText('Nothing sent yet', { exact: true }).waitFor()
    const main = page.getByRole('main')
    const offered = await main.getByRole('button').allTextContents()
    expect(offered).toEqual(['All', 'Waiting', 'Delivered', 'Failed'])
    expect(await main.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    for (const path of ['/new', `/${id}/edit`]) {
      await page.goto(`${world.url}/console/settings/webhooks${path}`)
      await page.getByRole('heading', { name: 'You can’t change webhooks' }).waitFor()
      expect(await main.getByRole('textbox').count()).toBe(0)
    }
    await deleteEndpoint(id)
    await context.close()
  })
})
