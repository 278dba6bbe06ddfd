import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld } from './console-world.ts'
import * as steps from './list-steps.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join()
})
afterAll(async () => {
  await world?.close()
})

const { row, searchField, stateButton } = steps
const createVehicle = (wanted: steps.Wanted) => steps.createVehicle(world, wanted)
const moveTask = (id: string, name: string, status: string) => steps.moveTask(world, id, name, status)

async function openList(search = '', user?: string) {
  const context = await world.createContext(DESK)
  const page = await world.openPage(context, `/inspections${search}`, user)
  return { context, page }
}

describe('finding inspections', () => {
  it('searches by plate, VIN and id in one field, and keeps it in the address', async () => {
    const vin = 'VFAAAAAAAAA000017'
    const first = await createVehicle({ plate: 'FIND 1 A', vin })
    await createVehicle({ plate: 'FIND 2 B' })
    const { context, page } = await openList()
    await row(page, 'FIND 2').waitFor()
    // As people type: in small letters, and not all of it.
    await searchField(page).fill('find-2')
    await row(page, 'FIND 1').waitFor({ state: 'hidden' })
    await row(page, 'FIND 2').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('find-2')
    await searchField(page).fill(vin.toLowerCase())
    await row(page, 'FIND 1').waitFor()
    expect(await row(page, 'FIND 2').count()).toBe(0)
    await page.reload()
    await row(page, 'FIND 1').waitFor()
    expect(await searchField(page).inputValue()).toBe(vin.toLowerCase())
    await searchField(page).fill(first)
    await searchField(page).press('Enter')
    await page.getByRole('heading', { name: /FIND 1/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/inspections/${first}`)
    await context.close()
  })

  it('filters by state, saves the filter under a name and deletes it', async () => {
    await createVehicle({ plate: 'STATE 1', isDone: true })
    await createVehicle({ plate: 'STATE 2' })
    const { context, page } = await openList()
    await row(page, 'STATE 2').waitFor()
    await stateButton(page, 'To review').click()
    await row(page, 'STATE 2').waitFor({ state: 'hidden' })
    await row(page, 'STATE 1').waitFor()
    await page.getByRole('button', { name: 'Save this filter' }).click()
    await page.getByRole('textbox', { name: 'Filter name' }).fill('My queue')
    await page.keyboard.press('Enter')
    await stateButton(page, 'All').click()
    await row(page, 'STATE 2').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'My queue', exact: true }).click()
    await row(page, 'STATE 2').waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('status')).toBe('DONE')
    await page.getByRole('button', { name: 'Delete filter My queue' }).click()
    await page.reload()
    await row(page, 'STATE 1').waitFor()
    expect(await page.getByRole('button', { name: 'My queue', exact: true }).count()).toBe(0)
    await context.close()
  })

  it('draws only what is seen of many rows, and loads more while scrolling', async () => {
    const oldest = await createVehicle({ plate: 'OLDEST 1' })
    for (let n = 0; n < 70; n++) await createVehicle({ plate: `MANY ${n}` })
    const { context, page } = await openList()
    await row(page, 'MANY 69').waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(45)
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 1500)
          return row(page, 'OLDEST 1').count()
        },
        { interval: 200 },
      )
      .toBe(1)
    expect(await page.getByRole('row').count()).toBeLessThan(45)
    // Coming back from an inspection, one is where one was.
    await row(page, 'OLDEST 1').getByRole('link', { name: 'OLDEST 1 · Demo Sedan', exact: true }).click()
    await page.getByRole('heading', { name: /OLDEST 1/ }).waitFor()
    expect(page.url()).toContain(oldest)
    await page.goBack()
    await row(page, 'OLDEST 1').waitFor()
    await context.close()
  })
})

describe('what happens meanwhile', () => {
  it('shows new inspections, states and counts without a reload', async () => {
    const id = await createVehicle({ plate: 'LIVE 1' })
    const { context, page } = await openList('?q=LIVE+1')
    await row(page, 'LIVE 1').getByText('Not started').waitFor()
    await stateButton(page, 'To review').getByText('0').waitFor()
    await moveTask(id, 'human_in_the_loop', 'TODO')
    const bar = row(page, 'LIVE 1').getByRole('progressbar')
    await bar.waitFor()
    expect(await bar.getAttribute('aria-valuemax')).toBe('2')
    await moveTask(id, 'human_in_the_loop', 'DONE')
    for (const status of ['TODO', 'DONE']) await moveTask(id, 'compliances', status)
    await row(page, 'LIVE 1').getByText('To review').waitFor()
    await stateButton(page, 'To review').getByText('1').waitFor()
    await createVehicle({ plate: 'LIVE 1', vin: 'VFAAAAAAAAA000018' })
    await expect.poll(() => row(page, 'LIVE 1').count()).toBe(2)
    await context.close()
  })

  it('says that there is no connection, and that it is back', async () => {
    await createVehicle({ plate: 'AWAY 1' })
    const { context, page } = await openList('?q=AWAY+1')
    await row(page, 'AWAY 1').waitFor()
    await context.setOffline(true)
    const banner = page.getByRole('status').filter({ hasText: 'You’re offline.' })
    await banner.getByText(/You’re seeing data from/).waitFor()
    await row(page, 'AWAY 1').waitFor()
    await context.setOffline(false)
    await banner.waitFor({ state: 'hidden' })
    await page.getByRole('status').filter({ hasText: 'You’re back online.' }).waitFor({ state: 'attached' })
    await context.close()
  })
})

describe('working on several', () => {
  it('validates what is ready and says of each other why not', async () => {
    const ready = await createVehicle({ plate: 'BULK 1', isDone: true })
    const early = await createVehicle({ plate: 'BULK 2' })
    const also = await createVehicle({ plate: 'BULK 3', isDone: true })
    const { context, page } = await openList()
    await row(page, 'BULK 3').getByRole('checkbox').click()
    await row(page, 'BULK 1')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Validate', exact: true }).click()
    await page.getByText('2 inspections validated').first().waitFor()
    const failures = page.getByRole('list', { name: 'Failures' })
    await failures.getByText('No finished task is waiting for validation.').waitFor()
    expect(await failures.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('BULK 2')])
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('1 selected').waitFor()
    await row(page, 'BULK 1').getByText('Validated').waitFor()
    const states = await Promise.all(
      [ready, early, also].map(async (id) => (await world.call('GET', `/inspections/${id}`)).status),
    )
    expect(states).toEqual(['VALIDATED', 'NOT_STARTED', 'VALIDATED'])
    await context.close()
  })

  it('asks before it deletes', async () => {
    const id = await createVehicle({ plate: 'GONE 1' })
    const { context, page } = await openList('?q=GONE+1')
    await row(page, 'GONE 1').getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete this inspection?' }).getByText('GONE 1').waitFor()
    await page.getByRole('button', { name: 'Keep' }).click()
    expect((await world.call('GET', `/inspections/${id}`)).id).toBe(id)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row(page, 'GONE 1').waitFor({ state: 'hidden' })
    await expect.poll(() => world.call('GET', `/inspections/${id}`).catch(String)).toContain('404')
    await context.close()
  })
})

describe('with the keyboard alone', () => {
  it('moves, chooses, searches, opens and comes back', async () => {
    for (const n of [1, 2, 3]) await createVehicle({ plate: `KEYS ${n}` })
    const { context, page } = await openList()
    await row(page, 'KEYS 3').waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""')
    await page.keyboard.press('j')
    await expect.poll(focused).toBe('KEYS 3 · Demo Sedan')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('KEYS 2 · Demo Sedan')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'hidden' })
    await page.keyboard.press('k')
    await expect.poll(focused).toBe('KEYS 2 · Demo Sedan')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: /KEYS 2/ })
    await heading.waitFor()
    // Screen readers begin at the heading, and the window says where one is.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
    await expect.poll(() => page.title()).toMatch(/^KEYS 2 · Demo Sedan .*Walkaround$/)
    await page.goBack()
    await row(page, 'KEYS 1').waitFor()
    await expect.poll(() => page.title()).toBe('Inspections · Walkaround')
    await page.keyboard.press('/')
    await page.keyboard.type('KEYS 1')
    await row(page, 'KEYS 3').waitFor({ state: 'hidden' })
    await context.close()
  })

  it('makes a new inspection', async () => {
    const { context, page } = await openList()
    await page.getByRole('button', { name: 'New inspection' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New inspection' }).waitFor()
    await page.getByRole('textbox', { name: 'License plate' }).focus()
    await page.keyboard.type('NEW 1')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /NEW 1/ }).waitFor()
    const id = /inspections\/([^/]+)\/pictures$/.exec(page.url())?.[1]
    const inspection = await world.call('GET', `/inspections/${id}`)
    expect(inspection.vehicle).toMatchObject({ plate: 'NEW 1' })
    expect(JSON.stringify(inspection.tasks)).toContain('damage_detection')
    await context.close()
  })
})

describe('who may do less', () => {
  it('offers a reader nothing that would be refused', async () => {
    await createVehicle({ plate: 'READ 1' })
    const { context, page } = await openList('?q=READ+1', 'alder-reader')
    await row(page, 'READ 1').waitFor()
    expect(await page.getByRole('button', { name: 'New inspection' }).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.getByRole('region', { name: 'Selected inspections' }).count()).toBe(0)
    await context.close()
  })

  it('tells somebody without permission which one is missing', async () => {
    const { context, page } = await openList('', 'alder-none')
    await page.getByRole('heading', { name: 'You don’t have permission' }).waitFor()
    await page.getByText('Your account can’t see inspections.').waitFor()
    await page.getByText(/monk_core_api:inspections:read/).waitFor()
    await page.getByText(/^Request [\da-f-]{36}/).waitFor()
    expect(await axe(page)).toEqual([])
    await context.close()
  })
})

// The plain list is looked at in screens.test.ts.
describe('how it looks', () => {
  it('has no axe violation and no sideways scroll', async () => {
    await createVehicle({ plate: 'LOOK 1', isDone: true })
    await createVehicle({ plate: 'LOOK 2' })
    for (const size of [DESK, PHONE]) {
      const context = await world.createContext(size)
      const page = await world.openPage(context, '/inspections')
      const look = async (state: string) => {
        for (const colorScheme of COLORS) {
          await page.emulateMedia({ colorScheme })
          await settle(page)
          expect(await axe(page), `${state} ${size.width} ${colorScheme}`).toEqual([])
        }
      }
      await page.getByRole('link', { name: 'LOOK 2 · Demo Sedan', exact: true }).waitFor()
      await page.getByRole('checkbox', { name: 'Select LOOK 2 · Demo Sedan' }).click()
      await page.getByRole('button', { name: 'Validate', exact: true }).click()
      await page.getByRole('list', { name: 'Failures' }).waitFor()
      await look('chosen')
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'New inspection' }).click()
      await page.getByRole('dialog').waitFor()
      await look('new')
      await page.keyboard.press('Escape')
      await searchField(page).fill('NOBODY')
      await page.getByText('No matching inspections').waitFor()
      await look('empty')
      await searchField(page).fill('')
      expect(await sidewaysAt320(page), `${size.width}`).toBe(0)
      await context.close()
    }
  })

  it('stands from right to left without a sideways scroll', async () => {
    await createVehicle({ plate: 'RIGHT 1' })
    for (const size of [DESK, PHONE]) {
      const context = await world.createContext(size)
      const page = await world.openPage(context, '/inspections?dir=rtl')
      await page.getByRole('link', { name: 'RIGHT 1 · Demo Sedan', exact: true }).waitFor()
      expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
      const heading = await page.getByRole('heading', { name: 'Inspections' }).boundingBox()
      expect(heading?.x ?? 0).toBeGreaterThan(size.width / 2)
      expect(await sidewaysAt320(page)).toBe(0)
      await context.close()
    }
  })
})
