import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld } from './console-world.ts'
import { DESK, PHONE } from './looks.ts'
import { nameDrawn, toCheck } from './page-actions.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join()
})
afterAll(async () => {
  await world?.close()
})

const createTouchContext = () => world.newContext({ viewport: PHONE, hasTouch: true })

const TOAST_COLOR = "getComputedStyle(document.querySelector('[data-sonner-toast]')).backgroundColor"

describe('who may only read', () => {
  it('sees everything and can change nothing', async () => {
    const { id } = await world.createInspection({ pictures: 2, damages: 3, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id, 'alder-reader')
    await page.getByText('Read-only').waitFor()
    await toCheck(page, 3)
    for (const key of ['j', 'a', 'x', '1', 'd', 'Shift+a', 'Control+Enter']) await page.keyboard.press(key)
    await page.getByRole('button', { name: /, to check/, pressed: true }).waitFor()
    await toCheck(page, 3)
    for (const name of [/^Confirm/, /^Reject/, 'Validate', 'Undo', /^Draw/, /^Type:/, 'Edit points', 'Minor'])
      expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await world.call('GET', `/inspections/${id}`)).severity_results).toEqual([])
    await context.close()
  })
})

describe('on a phone', () => {
  it('answers to one thumb: large buttons below, and the way to validate when all is checked', async () => {
    const { id } = await world.createInspection({ pictures: 2, damages: 2, points: 9 })
    const context = await world.createContext(PHONE, 'dark')
    const page = await world.openReview(context, id)
    const sheet = page.getByRole('region', { name: 'Selected damage' })
    await sheet.getByRole('button', { name: 'Next damage' }).click()
    for (const name of ['Previous damage', 'Next damage', 'Confirm', 'Reject', 'Edit points']) {
      const box = await sheet.getByRole('button', { name, exact: true }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44)
      expect(box?.y ?? 0, name).toBeGreaterThan(PHONE.height / 2)
    }
    await sheet.getByRole('button', { name: 'Confirm' }).click()
    await toCheck(page, 1)
    // What says so is as dark as the rest.
    const toast = page.getByRole('listitem').filter({ hasText: 'Confirmed:' })
    await toast.waitFor()
    const color = await page.evaluate(TOAST_COLOR)
    expect(color).toBe('rgb(17, 26, 46)')
    await sheet.getByRole('button', { name: 'Reject' }).click()
    await toCheck(page, 0)
    await sheet.getByRole('button', { name: 'Validate' }).click()
    await page.getByRole('dialog', { name: 'Validate this inspection?' }).waitFor()
    await context.close()
  })

  it('draws with a finger', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 0, points: 9 })
    const context = await createTouchContext()
    const page = await world.openReview(context, id)
    const box = await page.getByRole('region', { name: 'Picture 1' }).boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 180]
    await page.getByRole('button', { name: 'Draw a shape' }).tap()
    const corners = [
      [x, y],
      [x + 60, y],
      [x + 60, y + 50],
      [x - 40, y + 50],
    ] as const
    for (const corner of corners) await page.touchscreen.tap(...corner)
    await page.getByRole('button', { name: 'Remove the last point' }).tap()
    await page.getByRole('button', { name: 'Close the shape' }).tap()
    await nameDrawn(page)
    await page.getByText('Saved', { exact: true }).first().waitFor()
    const { damages } = await world.call('GET', `/inspections/${id}`)
    expect(damages).toHaveLength(1)
    await page.getByRole('button', { name: 'Edit points' }).last().tap()
    await page.getByRole('button', { name: 'Point 3 of 3' }).waitFor()
    await page.getByRole('button', { name: 'Finish editing' }).tap()
    await page.getByRole('button', { name: 'Point 3 of 3' }).waitFor({ state: 'detached' })
    await context.close()
  })

  it('zooms with two fingers and moves with one', async () => {
    const { id } = await world.createInspection({ pictures: 1, damages: 1, points: 9 })
    const context = await createTouchContext()
    const page = await world.openReview(context, id)
    const picture = page.getByRole('region', { name: 'Picture 1' })
    const box = await picture.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 150]
    const touch = await context.newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([px, py], n) => ({ x: px, y: py, id: n })),
      })
    const spread = (far: number): [number, number][] => [
      [x - far, y],
      [x + far, y],
    ]
    await send('touchStart', spread(30))
    for (let far = 30; far <= 90; far += 10) await send('touchMove', spread(far))
    await send('touchEnd', [])
    await page.getByText('300%').waitFor()

    const shape = page.getByRole('button', { name: /Front left door/ }).first()
    const left = async () => (await shape.boundingBox())?.x ?? 0
    const before = await left()
    await send('touchStart', [[x, y]])
    for (let far = 0; far <= 60; far += 10) await send('touchMove', [[x + far, y]])
    await send('touchEnd', [])
    await expect.poll(left).toBeCloseTo(before + 60, 0)
    // A finger that moved has chosen nothing.
    await page.getByText('No damage selected').waitFor()
    await context.close()
  })
})
