import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld, type Json, rowsOf } from './console-world.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'
import { nameDrawn, saved, toCheck } from './page-actions.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join()
})
afterAll(async () => {
  await world?.close()
})

async function damageOf(id: string, damageId: string | undefined): Promise<Json> {
  const inspection = await world.call('GET', `/inspections/${id}?show_deleted_objects=true`)
  return rowsOf(inspection.damages).find((one) => one.id === damageId) ?? {}
}

describe('a reviewer', () => {
  it('clears an inspection of 12 damages by keyboard alone', async () => {
    const { id } = await world.createInspection({ pictures: 3, damages: 12, points: 9 })
    for (const status of ['TODO', 'DONE'])
      await world.call('PATCH', `/inspections/${id}/tasks/human_in_the_loop`, { status })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    await toCheck(page, 12)
    await page.keyboard.press('j')
    // As fast as the keys can be pressed.
    for (let left = 11; left >= 0; left--) {
      await page.keyboard.press(['1', '2', '3'][left % 3] ?? '1')
      await page.keyboard.press(left === 5 ? 'x' : 'a')
    }
    await toCheck(page, 0)
    await saved(page)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog', { name: 'Validate this inspection?' }).waitFor()
    await page.getByText('All damages are checked.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Validate' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const inspection = await world.call('GET', `/inspections/${id}`)
    const kept = rowsOf(inspection.damages)
    expect(kept).toHaveLength(11)
    expect(kept.every((one) => one.confirmed_by === world.manager)).toBe(true)
    expect(rowsOf(inspection.severity_results)).toHaveLength(12)
    const task = rowsOf(inspection.tasks).find((one) => one.name === 'human_in_the_loop')
    expect(task?.status).toBe('VALIDATED')
    await context.close()
  })

  it('draws, edits, undoes and redoes', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    const kept = async () => rowsOf((await world.call('GET', `/inspections/${id}`)).damages).length
    const box = await page.getByRole('region', { name: 'Picture 1' }).boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.keyboard.press('d')
    for (const [dx, dy] of [
      [0, 0],
      [80, 0],
      [80, 60],
    ] as const)
      await page.mouse.click(x + dx, y + dy)
    await page.keyboard.press('Enter')
    await nameDrawn(page)
    await saved(page)
    await expect.poll(kept).toBe(2)

    await page.keyboard.press('e')
    const point = page.getByRole('button', { name: 'Point 1 of 3' })
    await point.waitFor()
    const before = await drawnPoint(id)
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await drawnPoint(id)) - before).toBeCloseTo(11, 1)
    await page.keyboard.press('Escape')
    await saved(page)

    await page.keyboard.press('Control+z')
    await expect.poll(() => drawnPoint(id)).toBe(before)
    await page.getByRole('status').filter({ hasText: 'Undone' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+z')
    await expect.poll(kept).toBe(1)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(kept).toBe(2)
    await context.close()
  })

  it('types a cost, and gives one up', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    const prices = async () => rowsOf((await world.call('GET', `/inspections/${id}`)).severity_results)
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.keyboard.type('120+30')
    await page.keyboard.press('Enter')
    await saved(page)
    await expect.poll(prices).toHaveLength(1)
    expect(JSON.stringify(await prices())).toContain('150')
    const history = rowsOf((await world.call('GET', `/inspections/${id}/history`)).data)
    expect(history.filter(({ type }) => String(type).startsWith('pricing'))).toHaveLength(1)
    await context.close()
  })

  it('draws a box without a mouse', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 0, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    for (const key of ['r', ' ', 'ArrowRight', 'ArrowRight', 'ArrowDown', ' ']) await page.keyboard.press(key)
    await nameDrawn(page, 'hood')
    await page
      .getByRole('button', { name: /Hood, Scratch, confirmed/ })
      .first()
      .waitFor()
    await saved(page)
    const inspection = await world.call('GET', `/inspections/${id}`)
    expect(rowsOf(inspection.damages)).toHaveLength(1)
    await context.close()
  })

  it('opens an original with a reason, and not without', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    await page.getByRole('button', { name: 'Open original' }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: 'Open original' })
    await send.click()
    await dialog.getByText('Enter a reason.').waitFor()
    expect(await axe(page)).toEqual([])
    const reason = 'Claim 4713 is about the other vehicle.'
    await dialog.getByLabel('Reason').fill(reason)
    await send.click()
    const widthPx = () => dialog.locator('img').evaluate((picture) => Object(picture).naturalWidth)
    await expect.poll(widthPx).toBeGreaterThan(0)
    expect(JSON.stringify(await world.call('GET', `/inspections/${id}/history`))).toContain(reason)
    await context.close()
  })
})

/** The first point of the last shape of three, as the service has it. */
async function drawnPoint(id: string): Promise<number> {
  const inspection = await world.call('GET', `/inspections/${id}`)
  const text = JSON.stringify(rowsOf(inspection.images)[0]?.views)
  const views: { image_region: { specification: { polygons: number[][][] } } }[] = JSON.parse(text)
  const polygons = views.flatMap((view) => view.image_region.specification.polygons)
  return polygons.find((points) => points.length === 3)?.[0]?.[0] ?? 0
}

describe('what can go wrong', () => {
  it('asks whose change stays when two people change the same damage', async () => {
    const { id, damages } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const [ours, theirs] = [await world.createContext(DESK), await world.createContext(DESK)]
    const mine = await world.openReview(ours, id)
    const other = await world.openReview(theirs, id)
    await mine.keyboard.press('j')
    await ours.setOffline(true)
    await changeType(mine, 'Dent')
    await mine.getByText('Offline: 1 change will be saved later').waitFor()

    await other.keyboard.press('j')
    await changeType(other, 'Rust')
    await saved(other)
    expect((await damageOf(id, damages[0])).damage_type).toBe('rustiness')

    await ours.setOffline(false)
    const bar = mine.getByRole('alert').filter({ hasText: `${world.manager} changed damage 1` })
    await bar.waitFor()
    await bar.getByRole('button', { name: 'Compare' }).click()
    await bar.getByRole('cell', { name: 'Dent' }).waitFor()
    expect((await damageOf(id, damages[0])).damage_type).toBe('rustiness')
    await bar.getByRole('button', { name: 'Keep mine' }).click()
    await saved(mine)
    expect((await damageOf(id, damages[0])).damage_type).toBe('dent')
    // The other browser hears of it by itself.
    await other
      .getByRole('button', { name: /Front left door, Dent, confirmed/ })
      .first()
      .waitFor()
    await Promise.all([ours.close(), theirs.close()])
  })

  it('loses nothing when the session ends in the middle of an edit', async () => {
    const { id, damages } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    await page.keyboard.press('j')
    // The same service as it will be tomorrow, when today's tokens have expired; and the issuer is away.
    const later = await world.harness.startApi('server/test/api-later.ts', ['24'])
    const isOfToday = `${world.url}/v1/inspections/*/damages/*`
    await context.route(isOfToday, (route) =>
      route.continue({ url: route.request().url().replace(world.url, later.url) }),
    )
    await context.route('**/token', (route) => route.abort())
    const away = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/token'))
    await page.evaluate('window.realNow = Date.now; Date.now = () => window.realNow() + 86400000; undefined')
    await page.keyboard.press('a')
    await away
    await page.getByRole('button', { name: '1 change not saved. Try again' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // It is back, and has forgotten the session.
    await context.unroute('**/token')
    const refusal = { status: 400, headers: { 'access-control-allow-origin': '*' } }
    await context.route('**/token', (route) =>
      route.fulfill({ ...refusal, json: { error: 'invalid_grant' } }),
    )
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
    expect((await damageOf(id, damages[0])).confirmed_by).toBe(null)
    await context.unroute('**/token')
    await context.unroute(isOfToday)
    await page.evaluate('Date.now = window.realNow; undefined')
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => (await damageOf(id, damages[0])).confirmed_by).toBe(world.manager)
    await context.close()
  })

  it('keeps what is not saved while somebody looks at another page', async () => {
    const { id, damages } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    const corrections = `${world.url}/v1/inspections/*/damages/*`
    await context.route(corrections, (route) => route.abort())
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('link', { name: 'Back to the inspection' }).click()
    await page.getByRole('navigation', { name: 'Pages of this inspection' }).waitFor()
    await page.goBack()
    await toCheck(page, 0)
    expect((await damageOf(id, damages[0])).deleted_at).toBe(null)
    await context.unroute(corrections)
    await saved(page)
    expect((await damageOf(id, damages[0])).deleted_at).not.toBe(null)
    await page.keyboard.press('Control+z')
    await toCheck(page, 1)
    await context.close()
  })
})

async function changeType(page: Page, label: string): Promise<void> {
  await page.keyboard.press('t')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type(label)
  await page.keyboard.press('Enter')
}

// The screen itself is looked at with all others, in screens.test.ts.
describe('who can use it', () => {
  it('has no axe violation with the shortcuts open, and no sideways scroll', async () => {
    const { id } = await world.createInspection({ pictures: 2, damages: 4, points: 9 })
    for (const size of [DESK, PHONE]) {
      const context = await world.createContext(size)
      const page = await world.openReview(context, id)
      await page.keyboard.press('j')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      for (const colorScheme of COLORS) {
        await page.emulateMedia({ colorScheme })
        await settle(page)
        expect(await axe(page), `${size.width} ${colorScheme}`).toEqual([])
      }
      await page.keyboard.press('Escape')
      expect(await sidewaysAt320(page)).toBe(0)
      await context.close()
    }
  })
})
