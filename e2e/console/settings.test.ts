import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld, rowsOf } from './console-world.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'
import { saved } from './page-actions.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.open()
}, 180_000)
afterAll(async () => {
  await world?.close()
}, 60_000)

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
    await page.getByRole('region', { name: 'Your account' }).getByText('org_alder').waitFor()
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
    const screens = [
      ['/settings/keyboard', 'Keyboard'],
      ['/settings/access', 'Access'],
      ['/settings/webhooks', 'Webhooks'],
      ['/settings/webhooks/new', 'Add endpoint'],
      [`/settings/webhooks/${id}?delivery=${delivery?.id}`, 'Claims system'],
    ] as const
    for (const size of [DESK, PHONE]) {
      const context = await world.createContext(size)
      const page = await world.openPage(context, '/settings')
      const look = async (state: string) => {
        for (const colorScheme of COLORS) {
          await page.emulateMedia({ colorScheme })
          await settle(page)
          expect(await axe(page), `${state} ${size.width} ${colorScheme}`).toEqual([])
        }
      }
      for (const [path, heading] of screens) {
        await page.setViewportSize(size)
        await page.goto(`${world.url}/console${path}`)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        if (path.endsWith('/new')) await page.getByRole('radio', { name: 'Only these events' }).check()
        if (delivery && path.includes('delivery'))
          await page.getByRole('cell', { name: 'Unreachable' }).waitFor()
        await look(path)
        if (path.includes('delivery')) {
          await press(page, 'Resend a period')
          await page.getByRole('dialog').waitFor()
          await look('replay')
          await page.keyboard.press('Escape')
        }
        expect(await sidewaysAt320(page), path).toBe(0)
      }
      await context.close()
    }
  })
})
