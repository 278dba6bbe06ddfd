import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld } from './console-world.ts'
import { axe, COLORS, DESK, PHONE, sidewaysAt320 } from './looks.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join()
  await world.createInspection({ pictures: 1, damages: 1, points: 4 })
})
afterAll(async () => {
  await world?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Limits and usage' }).getByRole('listitem').filter({ hasText: name })

describe('quotas', () => {
  it('shows what is used, and that only the operator changes it', async () => {
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings/quotas', 'alder-manager')
    await page.getByText('Only the operator can change quotas').waitFor()
    expect(await rowOf(page, 'Inspections today').textContent()).toContain('1 of 2,000')
    expect(await rowOf(page, 'Storage').textContent()).toMatch(/\d+(\.\d)? (kB|MB) of 500 GB/)
    expect(await rowOf(page, 'Concurrent uploads').textContent()).toContain('32')
    expect(await page.getByRole('button', { name: 'Change quotas' }).count()).toBe(0)
    await context.close()
  })

  it('tells a member that they may not see them', async () => {
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings/quotas', 'alder-member')
    await page.getByRole('heading', { name: 'You don’t have access to quotas' }).waitFor()
    await context.close()
  })

  it('lets the operator change them, keeps what another operator changed, and looks right everywhere', async () => {
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, '/settings/quotas', 'alder-operator')
    const field = (name: string) => page.getByRole('textbox', { name })
    await press(page, 'Change quotas')
    expect(await field('Inspections per day').inputValue()).toBe('')
    await field('Inspections per day').fill('many')
    await page.getByText('Enter a whole number, or leave the field empty.').waitFor()
    await field('Inspections per day').fill('1')
    await press(page, 'Save')
    await rowOf(page, 'Inspections today').getByText('Set for your organization.').waitFor()
    await rowOf(page, 'Inspections today').getByText('Limit reached. Anything above it is refused.').waitFor()
    await page.getByText(`Last changed by ${world.account('alder-operator')},`).waitFor()

    await press(page, 'Change quotas')
    const second = await world.openPage(await world.createContext(DESK), '/settings/quotas', 'alder-operator')
    await press(second, 'Change quotas')
    await second.getByRole('textbox', { name: 'Concurrent uploads' }).fill('8')
    await press(second, 'Save')
    await rowOf(second, 'Concurrent uploads').getByText('Set for your organization.').waitFor()
    await field('Inspections per day').fill('')
    await press(page, 'Save')
    await page.getByText('Someone else changed this after you opened it.').waitFor()
    await press(page, 'Show the current version')
    expect(await field('Concurrent uploads').inputValue()).toBe('8')
    await field('Inspections per day').fill('')
    await press(page, 'Save')
    await rowOf(page, 'Inspections today').getByText('Default for this installation.').waitFor()

    for (const size of [DESK, PHONE])
      for (const colorScheme of COLORS) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        expect(await axe(page), `${size.width} ${colorScheme}`).toEqual([])
        await press(page, 'Change quotas')
        expect(await axe(page), `form ${size.width} ${colorScheme}`).toEqual([])
        await press(page, 'Cancel')
      }
    expect(await sidewaysAt320(page)).toBe(0)
    await context.close()
  })
})
