import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createCapturePicture, getCapture, openCaptureLink } from '@walkaround/sdk'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setting } from '../../testing/stack.ts'
import { ConsoleWorld, rowsOf } from './console-world.ts'
import { DRAWN_CAR } from './drawn-pictures.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'
import { saved } from './page-actions.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join()
})
afterAll(async () => {
  await world?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('what people may', () => {
  it('tells a member what they lack, and everybody what they have', async () => {
    const context = await world.createContext(DESK)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await world.openPage(context, '/settings/webhooks', 'alder-member')
    await page.getByRole('heading', { name: 'You don’t have access to webhooks' }).waitFor()
    await page.getByRole('link', { name: 'Access' }).click()
    const rights = page.getByRole('region', { name: 'What you can do' }).getByRole('listitem')
    const right = (words: string) => rights.filter({ hasText: words }).textContent()
    expect(await right('Add pictures and start tasks')).toContain('Only your own')
    expect(await right('See webhooks and their deliveries')).toMatch(/No.*read_organization/)
    expect(await right('Find damages')).toContain('Yes')
    await page.getByRole('region', { name: 'Your account' }).getByText(world.organization).waitFor()
    await press(page, 'Copy: Your five newest inspections, with a token in TOKEN')
    const curl = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(curl).toContain(`"${world.url}/v1/inspections?limit=5"`)
    expect(curl).toContain('Bearer $TOKEN')
    expect(curl).not.toContain('eyJ')
    await context.close()
  })
})

describe('what a browser keeps', () => {
  it('keeps colours and language over a reload', async () => {
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings')
    await page.getByRole('heading', { level: 1, name: 'Appearance' }).waitFor()
    await page.getByRole('radio', { name: 'Dark' }).check()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.getByRole('radio', { name: 'Deutsch' }).check()
    await page.getByRole('heading', { level: 1, name: 'Darstellung' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Darstellung' }).waitFor()
    expect(await page.getByRole('radio', { name: 'Dunkel' }).isChecked()).toBe(true)
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    await context.close()
  })
})

describe('keys', () => {
  const letter = (page: Page, command: string) =>
    page.getByRole('button', { name: new RegExp(`^${command}: .*\\. Change$`) })

  it('are as the review screen has them, can be others, and can be switched off', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 3, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings/keyboard')
    await letter(page, 'Confirm').waitFor()
    const named = page.getByRole('region', { name: 'Review shortcuts' })
    const rows = await named.getByRole('listitem').allTextContents()
    expect(rows).toContain('ConfirmA')
    await letter(page, 'Confirm').click()
    await page.keyboard.press('x')
    await page.getByText('X is already used for “Reject”.').waitFor()
    await page.keyboard.press('1')
    await page.getByText('1 can’t be used here.').waitFor()
    await page.keyboard.press('y')
    await page.getByText('Y is now “Confirm”.').waitFor()

    await page.goto(`${world.url}/console/inspections/${id}/review`)
    await page.getByText('3 to check', { exact: true }).waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    const terms = await dialog.getByRole('term').allTextContents()
    const letters = await dialog.getByRole('definition').allTextContents()
    const shown = terms.map((command, n) => `${command}${letters[n]}`)
    for (const row of rows) expect(shown).toContain(row === 'ConfirmA' ? 'ConfirmY' : row)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.keyboard.press('y')
    await page.getByText('2 to check', { exact: true }).waitFor()
    await saved(page)

    await page.goto(`${world.url}/console/inspections/${id}/damages`)
    await page.getByText('Y confirm · X reject').waitFor()
    const open = page.getByRole('row').filter({ hasText: 'To check' })
    await open.first().getByRole('link').first().focus()
    await page.keyboard.press('a')
    await page.keyboard.press('y')
    await page.getByRole('row').filter({ hasText: 'Confirmed' }).nth(1).waitFor()
    expect(await open.count()).toBe(1)
    await saved(page)

    await page.goto(`${world.url}/console/settings/keyboard`)
    await page.getByRole('switch', { name: 'Single-letter shortcuts' }).click()
    await page.goto(`${world.url}/console/inspections/${id}/review`)
    await page.getByText('1 to check', { exact: true }).waitFor()
    for (const key of ['j', 'j', 'y', 'Control+k']) await page.keyboard.press(key)
    // The palette opens by a key that is no single letter, after the letters had their chance.
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    expect(await page.getByText('1 to check', { exact: true }).count()).toBe(1)
    await context.close()
  })
})

describe('guided capture', () => {
  let context: BrowserContext
  let page: Page
  beforeAll(async () => {
    // The person with the phone trusts the service's certificate.
    const ca = readFileSync(setting(world.harness.ground.settings, 'STACK_CA_FILE'), 'utf8')
    setDefaultCACertificates([...getCACertificates('default'), ca])
    context = await world.createContext(DESK)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => context.close())

  it('sends a link, follows the person live, and revokes it', async () => {
    const { id } = await world.call('POST', '/inspections', {
      tasks: { damage_detection: { status: 'NOT_STARTED' } },
    })
    page = await world.openPage(context, `/inspections/${id}`)
    const panel = page.getByRole('region', { name: 'Capture links' })
    await panel.getByText('They don’t need an account').waitFor()
    await press(page, 'Ask for pictures')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pictures to take').selectOption('walk-8')
    await dialog.getByLabel('Language').selectOption('de')
    expect(await axe(page)).toEqual([])
    await press(page, 'Create link')
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor()
    const url = (await dialog.getByText(/\/capture#/).textContent()) ?? ''
    await press(page, 'Copy: Link')
    await dialog.getByText('Copied: Link').waitFor({ state: 'attached' })
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url)
    const mail = () => dialog.getByRole('link', { name: 'Send by email' }).getAttribute('href')
    await expect.poll(mail).toContain(`subject=${encodeURIComponent('Bitte nehmen Sie Bilder')}`)
    expect(await mail()).toContain(encodeURIComponent(url))
    await page.keyboard.press('Escape')
    expect(await axe(page)).toEqual([])
    await press(page, 'Done')
    await panel.getByText('Not opened').waitFor()
    expect(await page.getByText(url).count()).toBe(0)

    const { client, inspectionId } = await openCaptureLink({ url })
    await panel.getByText('Opened', { exact: true }).waitFor()
    const file = new Blob([readFileSync(DRAWN_CAR)], { type: 'image/jpeg' })
    await createCapturePicture(client, inspectionId, { step: 'around_000' }, { file })
    await panel.getByText('1 of 8 pictures').waitFor()
    expect(await axe(page)).toEqual([])

    await press(page, 'Revoke the link “Short walk, 8 pictures”')
    await press(page, 'Revoke link')
    await panel.getByText('Revoked', { exact: true }).first().waitFor()
    await expect(getCapture(client, inspectionId)).rejects.toMatchObject({ code: 'capture_link_revoked' })
  })

  it('adapts a copy of a profile, and creates a code to print with it', async () => {
    await page.goto(`${world.url}/console/settings/capture`)
    await page.getByRole('link', { name: 'Short walk, 8 pictures' }).click()
    await press(page, 'Make a copy')
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => name.inputValue()).toBe('Copy of Short walk, 8 pictures')
    await name.fill('Return at the counter')
    await press(page, 'Remove: License plate')
    await page.getByLabel('Add a picture…').selectOption('odometer')
    await page.getByLabel('Odometer: required or optional').selectOption('passed')
    await press(page, 'Move up: Odometer')
    await page.getByLabel('Own list for a body type…').selectOption('hgv')
    await press(page, 'Remove: Odometer')
    await press(page, 'All vehicles')
    await page.getByRole('button', { name: 'Remove: Odometer' }).waitFor()
    await page.getByLabel('Inspected vehicle’s plate').selectOption('Hidden')
    await page.getByLabel('Consent text in English').fill('We use the pictures to assess the vehicle.')
    await press(page, 'Save new version')
    await page.getByRole('heading', { level: 1, name: 'Return at the counter' }).waitFor()
    await page.getByText('Version 2', { exact: false }).first().waitFor()
    const [profile] = rowsOf((await world.call('GET', '/capture_profiles')).data)
    expect(rowsOf(profile?.steps).at(-2)).toEqual({ step: 'odometer', is_required: true, must_pass: true })
    expect(profile?.vehicle_types).toEqual({
      hgv: rowsOf(profile?.steps).filter(({ step }) => step !== 'odometer'),
    })
    expect(profile?.consent).toEqual({ en: 'We use the pictures to assess the vehicle.' })
    expect(profile?.keeps_own_plate).toBe(false)

    await page.getByRole('link', { name: 'Guided capture' }).click()
    await press(page, 'Create code')
    await page.getByLabel('Pictures to take').selectOption({ label: 'Return at the counter' })
    await page.getByRole('dialog').getByRole('button', { name: 'Create code' }).click()
    const file = page.getByRole('link', { name: 'Download code (SVG)' })
    expect(await file.getAttribute('href')).toMatch(/^data:image\/svg\+xml,/)
    await press(page, 'Done')
    const code = page.getByRole('list', { name: 'Printed codes' }).getByRole('listitem')
    await code.getByText('Opened 0 times of 1000').waitFor()
    const [link] = rowsOf((await world.call('GET', '/capture_links?is_reusable=true')).data)
    expect(link).toMatchObject({ profile_id: profile?.id, profile_version: 2, uses_max: 1000 })
  })

  it('shows a reader everything and offers nothing', async () => {
    const reader = await world.createContext(PHONE)
    const seen = await world.openPage(reader, '/settings/capture', 'alder-reader')
    await seen.getByText('You have read-only access').waitFor()
    await seen.getByRole('link', { name: 'Return at the counter' }).click()
    await seen.getByText('We use the pictures to assess the vehicle.').waitFor()
    await seen
      .getByRole('definition')
      .filter({ hasText: /^Hidden$/ })
      .waitFor()
    expect(await seen.getByRole('main').getByRole('button').count()).toBe(0)
    await reader.close()
  })
})

describe('retention', () => {
  it('says what a rule would take, asks, and keeps what is held until it is released', async () => {
    const { id } = await world.call('POST', '/inspections', { tasks: {} })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings/retention')
    const rules = page.getByRole('region', { name: 'Rules' })
    await expect.poll(() => rules.getByText('Kept').count()).toBe(6)
    await press(page, 'Change rules')
    const days = page.getByLabel('Erase deleted inspections so many days after they were deleted')
    await days.fill('0')
    await rules.getByText('Enter a whole number').waitFor()
    await days.fill('30')
    await rules.getByText('None is due now.').waitFor()
    expect(await axe(page)).toEqual([])
    await press(page, 'Save')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing is due now.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rules.getByText('Erased after 30 days').waitFor()
    expect((await world.call('GET', '/retention')).deleted_inspections_days).toBe(30)

    await press(page, 'Hold an inspection')
    await dialog.getByLabel('Inspection ID, or its address').fill(`${world.url}/console/inspections/${id}`)
    await dialog.getByLabel('Reason').fill('Claim 4711 is before a court.')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Hold an inspection' }).click()
    const holds = page.getByRole('list', { name: 'Inspections on hold' })
    await holds.getByText('Claim 4711 is before a court.').waitFor()
    await press(page, 'Release')
    await dialog.getByRole('button', { name: 'Release' }).click()
    await page.getByText('None.', { exact: true }).waitFor()
    expect((await world.call('GET', '/holds')).data).toEqual([])
    await context.close()
  })

  it('holds an inspection on its own page, and releases it there', async () => {
    const { id } = await world.call('POST', '/inspections', { tasks: {} })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}`)
    const panel = page.getByRole('region', { name: 'Hold', exact: true })
    await panel.getByText('Not on hold.').waitFor()
    await press(page, 'Hold this inspection')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Claim 4712 is before a court.')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Hold this inspection' }).click()
    await panel.getByText('Claim 4712 is before a court.').waitFor()
    expect((await world.call('GET', `/holds?inspection_id=${id}`)).data).toMatchObject([{ id }])
    await press(page, 'Release')
    await dialog.getByRole('button', { name: 'Release' }).click()
    await panel.getByText('Not on hold.').waitFor()
    await context.close()
  })

  it('makes a link for objections on the page of an inspection, and downloads everything about it', async () => {
    const { id } = await world.call('POST', '/inspections', { tasks: {} })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}`)
    await press(page, 'Create link')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Language of the page').selectOption('de')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('You won’t see this code again').waitFor()
    const links = (await world.call('GET', `/objection_links?inspection_id=${id}`)).data
    expect(links).toMatchObject([{ inspection_id: id, language: 'de' }])
    await dialog.getByRole('button', { name: 'Done' }).click()

    const saving = page.waitForEvent('download')
    await press(page, 'Download everything')
    const archive = await saving
    expect(archive.suggestedFilename()).toBe(`inspection-${id}.tar`)
    expect(readFileSync(await archive.path(), 'latin1')).toContain('manifest.json')
    await context.close()
  })
})

// Appearance is looked at in screens.test.ts, quotas in settings-quotas.test.ts.
describe('who can use it', () => {
  it('has no axe violation and no sideways scroll', async () => {
    // Nobody is there, so that the log has a failure to tell of.
    const { id } = await world.call('POST', '/webhook_endpoints', {
      url: 'https://hooks.invalid/walkaround',
      description: 'Claims system',
    })
    await world.call('POST', `/webhook_endpoints/${id}/test`)
    const [delivery] = rowsOf((await world.call('GET', `/webhook_endpoints/${id}/deliveries`)).data)
    const { id: profileId } = await world.call('POST', '/capture_profiles', {
      name: 'Return',
      steps: [{ step: 'around_000' }, { step: 'vin', is_required: false }],
      vehicle_types: { hgv: [{ step: 'around_090' }] },
    })
    const screens = [
      ['/settings/keyboard', 'Keyboard'],
      ['/settings/access', 'Access'],
      ['/settings/capture', 'Guided capture'],
      [`/settings/capture/${profileId}`, 'Return'],
      [`/settings/capture/${profileId}/edit`, 'Edit “Return”'],
      ['/settings/retention', 'Retention'],
      ['/settings/audit', 'Audit'],
      ['/settings/webhooks', 'Webhooks'],
      ['/settings/webhooks/new', 'Add endpoint'],
      [`/settings/webhooks/${id}?delivery=${delivery?.id}`, 'Claims system'],
    ] as const
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings')
    const lookInEachSize = async (state: string) => {
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size)
        for (const colorScheme of COLORS) {
          await page.emulateMedia({ colorScheme })
          await settle(page)
          expect(await axe(page), `${state} ${size.width} ${colorScheme}`).toEqual([])
        }
      }
    }
    for (const [path, heading] of screens) {
      await page.setViewportSize(DESK)
      await page.goto(`${world.url}/console${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      if (path.endsWith('/new')) await page.getByRole('radio', { name: 'Only these events' }).check()
      if (delivery && path.includes('delivery'))
        await page.getByRole('cell', { name: 'Unreachable' }).waitFor()
      await lookInEachSize(path)
      if (path.includes('delivery')) {
        await press(page, 'Resend a period')
        await page.getByRole('dialog').waitFor()
        await lookInEachSize('replay')
        await page.keyboard.press('Escape')
      }
      expect(await sidewaysAt320(page), path).toBe(0)
    }
    await context.close()
  })
})
