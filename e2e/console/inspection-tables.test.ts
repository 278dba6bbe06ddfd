import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld, type Json, rowsOf } from './console-world.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'
import { saved } from './page-actions.ts'
import { createAnalyzed, SAMPLE_VIN } from './sample-inspection.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join()
})
afterAll(async () => {
  await world?.close()
})

type PageName = 'damages' | 'wheels' | 'documents' | 'history' | 'raw'
const TITLES: Record<PageName, string> = {
  damages: 'Damages',
  wheels: 'Wheels',
  documents: 'Documents',
  history: 'History',
  raw: 'Raw data',
}

async function openAt(name: PageName, id: string, user?: string, size = DESK) {
  const context = await world.createContext(size)
  const page = await world.openPage(context, `/inspections/${id}/${name}`, user)
  await page.getByRole('heading', { level: 2, name: TITLES[name] }).waitFor()
  return { context, page }
}

/** By its link, as a person goes there: what waits to be saved is not lost. */
async function goTo(page: Page, name: PageName): Promise<void> {
  await page.getByRole('link', { name: TITLES[name], exact: true }).press('Enter')
  await page.getByRole('heading', { level: 2, name: TITLES[name] }).waitFor()
}

const rowOf = (page: Page, name: RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
const inspectionOf = (id: string) => world.call('GET', `/inspections/${id}?show_deleted_objects=true`)

async function damagesOf(id: string): Promise<Map<unknown, Json>> {
  const { damages } = await inspectionOf(id)
  return new Map(rowsOf(damages).map((damage) => [damage.id, damage]))
}

/** Every number of rows that are to be checked, as they follow each other on the page. */
const NOTE_TO_CHECK = `(() => {
  const count = () => [...document.querySelectorAll('tbody tr')].filter((row) => row.textContent.includes('To check')).length
  globalThis.toCheck = [count()]
  new MutationObserver(() => {
    if (globalThis.toCheck.at(-1) !== count()) globalThis.toCheck.push(count())
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`

describe('the table of damages', () => {
  it('is enough to correct, confirm, reject and undo by keyboard, and the history tells it', async () => {
    const { id, damages } = await createAnalyzed(world, 4)
    const [door, bumper, fender] = damages
    const { context, page } = await openAt('damages', id)
    const { keyboard } = page

    await keyboard.press('j')
    await keyboard.press('1')
    await keyboard.press('t')
    await page.getByRole('dialog', { name: 'Damage type' }).waitFor()
    await keyboard.type('rust')
    await keyboard.press('Enter')
    await rowOf(page, /^D1 Front left door, Rust/).waitFor()
    await keyboard.press('c')
    await keyboard.press('Control+a')
    await keyboard.type('120+45')
    await keyboard.press('Enter')
    // Enter goes to the cost below, Escape back to the row.
    await keyboard.press('Escape')
    await saved(page)
    const severity = rowsOf((await inspectionOf(id)).severity_results).find(
      (one) => one.label === 'door_front_left',
    )
    expect(severity?.value).toMatchObject({ custom_severity: { level: 1, pricing: 165 } })
    expect((await damagesOf(id)).get(door)).toMatchObject({
      damage_type: 'rustiness',
      confirmed_by: world.manager,
    })

    await keyboard.press('a')
    await keyboard.press('x')
    await rowOf(page, /Front left fender/)
      .getByText('Rejected')
      .waitFor()
    await saved(page)
    const known = await damagesOf(id)
    expect(known.get(bumper)?.confirmed_by).toBe(world.manager)
    expect(known.get(fender)?.deleted_at).not.toBeNull()

    await keyboard.press('Control+z')
    await rowOf(page, /^D3 Front left fender/)
      .getByText('To check')
      .waitFor()
    await saved(page)
    await keyboard.press('Control+Shift+z')
    await rowOf(page, /Front left fender/)
      .getByText('Rejected')
      .waitFor()
    await saved(page)

    await goTo(page, 'history')
    const told = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first()
    await told(`${world.manager} · rejected the damage D3 Front left fender, Scratch`).waitFor()
    await told(`${world.manager} · confirmed the damage D2 Front bumper, Dent`).waitFor()
    await told('before: Scratch').filter({ hasText: 'after: Rust' }).waitFor()
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Vehicle')
    await page.getByText(/^Showing 0 of \d+ entries/).waitFor()
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Damages')
    await page
      .getByRole('button', { name: /^Undo .* rejected the damage D3 Front left fender/ })
      .first()
      .press('Enter')
    await expect.poll(async () => (await damagesOf(id)).get(fender)?.deleted_at).toBeNull()
    // Once by Ctrl+Z in the table, once here.
    const restored = page
      .getByRole('listitem')
      .filter({ hasText: 'restored the damage D3 Front left fender' })
    await expect.poll(() => restored.count()).toBe(2)

    await goTo(page, 'raw')
    await page.getByRole('searchbox').fill('rustiness')
    await page.getByRole('status').filter({ hasText: '1 of 1' }).waitFor()
    await page.getByRole('searchbox').press('Enter')
    const line = page.getByRole('treeitem', { name: /damage_type "rustiness"/ })
    await line.waitFor()
    await line.focus()
    await keyboard.press('ArrowLeft')
    await keyboard.press('ArrowLeft')
    await line.waitFor({ state: 'hidden' })

    // What was undone in the history can be undone in the table: it is one queue.
    await goTo(page, 'damages')
    await keyboard.press('Control+z')
    await rowOf(page, /Front left fender/)
      .getByText('Rejected')
      .waitFor()
    await context.close()
  })

  it('never takes a decision back while it is saved, not for one frame', async () => {
    const { id } = await createAnalyzed(world, 4)
    const { context, page } = await openAt('damages', id)
    await page.evaluate(NOTE_TO_CHECK)
    for (const key of ['j', 'a', 'a', 'a', 'a']) await page.keyboard.press(key)
    await saved(page)
    expect(await page.evaluate('globalThis.toCheck')).toEqual([4, 3, 2, 1, 0])
    await context.close()
  })

  it('decides many rows at once, and undoes that at once', async () => {
    const { id } = await createAnalyzed(world, 4)
    const { context, page } = await openAt('damages', id)
    await page.getByRole('checkbox', { name: 'Select all rows' }).press(' ')
    await page.getByRole('region', { name: 'Selected damages' }).getByText('4 selected').waitFor()
    const bar = page.getByRole('region', { name: 'Selected damages' })
    await bar.getByRole('button', { name: 'Reject' }).press('Enter')
    await page.getByRole('status').filter({ hasText: '4 damages rejected' }).waitFor({ state: 'attached' })
    await expect
      .poll(async () => [...(await damagesOf(id)).values()].every((damage) => damage.deleted_at))
      .toBe(true)
    await saved(page)
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => [...(await damagesOf(id)).values()].every((damage) => damage.deleted_at === null))
      .toBe(true)
    await bar.getByRole('button', { name: 'Confirm' }).press('Enter')
    await page.getByRole('link', { name: 'Confirmed 4' }).waitFor()
    await context.close()
  })

  it('takes a new damage by part and type, sorts and filters', async () => {
    const { id } = await createAnalyzed(world, 4)
    const { context, page } = await openAt('damages', id)
    await page.getByRole('button', { name: 'Add damage' }).press('Enter')
    await page.getByRole('dialog', { name: 'New damage: select the part' }).waitFor()
    await page.keyboard.type('roof')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New damage: select the type' }).waitFor()
    await page.keyboard.type('dent')
    await page.keyboard.press('Enter')
    await rowOf(page, /Roof, Dent/).waitFor()
    await saved(page)
    const created = [...(await damagesOf(id)).values()].find(
      (damage) => damage.damage_type === 'dent' && damage.created_by === world.manager,
    )
    expect(created?.confirmed_by).toBe(world.manager)

    await page.getByRole('combobox', { name: /^Severity of .*Roof, Dent/ }).selectOption('Moderate')
    await rowOf(page, /Roof, Dent/)
      .getByText('Moderate')
      .first()
      .waitFor()

    await page.getByRole('link', { name: 'Cost' }).press('Enter')
    await page
      .getByRole('columnheader', { name: 'Cost' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    const first = page.getByRole('row').nth(1)
    await first.getByRole('button', { name: 'Part: Front left fender' }).waitFor()
    await page.getByRole('link', { name: 'Cost' }).press('Enter')
    await first.getByRole('button', { name: 'Part: Front bumper' }).waitFor()
    await page.getByRole('combobox', { name: 'Part' }).selectOption('Roof')
    await expect.poll(() => page.getByRole('table').first().getByRole('row').count()).toBe(2)
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'Damages' }).waitFor()
    await expect.poll(() => page.getByRole('table').first().getByRole('row').count()).toBe(2)
    await context.close()
  })

  it('asks whose change stays when two people change the same damage', async () => {
    const { id, damages } = await createAnalyzed(world, 1)
    const { context, page } = await openAt('damages', id)
    await page.keyboard.press('j')
    await page.keyboard.press('t')
    await page.getByRole('dialog', { name: 'Damage type' }).waitFor()
    await context.setOffline(true)
    await page.keyboard.type('dent')
    await page.keyboard.press('Enter')
    await rowOf(page, /Front left door, Dent/).waitFor()
    await world.call('PATCH', `/inspections/${id}/damages/${damages[0]}`, { damage_type: 'rustiness' })
    await context.setOffline(false)
    const bar = page.getByRole('alert').filter({ hasText: `${world.manager} changed damage 1` })
    await bar.waitFor()
    await bar.getByRole('button', { name: 'Use theirs' }).press('Enter')
    await rowOf(page, /Front left door, Rust/).waitFor()
    expect((await damagesOf(id)).get(damages[0])?.damage_type).toBe('rustiness')
    await context.close()
  })
})

describe('what was read', () => {
  it('is corrected by hand, undone, and taken over from a reading', async () => {
    const { id } = await createAnalyzed(world, 1)
    const { context, page } = await openAt('documents', id)
    const vehicle = async () => (await inspectionOf(id)).vehicle
    expect(await page.getByRole('textbox', { name: 'VIN' }).inputValue()).toBe(SAMPLE_VIN)
    await page.getByText('Read by AI 97%').waitFor()
    const document = page.getByRole('region', { name: 'French vehicle registration, picture 4' })
    await document.getByText('Check digit matches').waitFor()

    await page.getByRole('textbox', { name: 'Plate' }).fill('TEST 999')
    await page.keyboard.press('Enter')
    await saved(page)
    await expect.poll(vehicle).toMatchObject({ plate: 'TEST 999' })
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(vehicle).toMatchObject({ plate: 'TEST 001' })
    await page.getByRole('button', { name: 'Use TEST 042' }).press('Enter')
    await expect.poll(vehicle).toMatchObject({ plate: 'TEST 042' })
    await page.getByRole('button', { name: 'Use 12/03/2021' }).press('Enter')
    await expect.poll(vehicle).toMatchObject({ date_of_circulation: '12/03/2021', vin: SAMPLE_VIN })
    await context.close()
  })

  it('of wheels stands at its place, with what is not known and what contradicts', async () => {
    const { id, images } = await createAnalyzed(world, 6)
    const { context, page } = await openAt('wheels', id)
    const wheel = (name: string) => page.getByRole('region', { name })
    const answer = (name: string, field: string) =>
      wheel(name).getByRole('term').filter({ hasText: field }).locator('xpath=following-sibling::dd')
    expect(await answer('Front left wheel', 'Rim condition').textContent()).toMatch(
      /Damaged 91% \(picture 1\)\s*Not damaged 55% \(picture 4\)/,
    )
    expect(await answer('Front right wheel', 'Rim condition').textContent()).toMatch(/^not assessed/)
    await wheel('Rear right wheel').getByText('Not visible in any picture.').waitFor()
    await wheel('Front left wheel')
      .getByRole('link', { name: /picture 4/i })
      .press('Enter')
    await expect.poll(() => page.url()).toContain(`image=${images[3]}`)
    await context.close()
  })
})

describe('somebody who may only read', () => {
  it('sees everything and no controls', async () => {
    const { id } = await createAnalyzed(world, 2)
    const { context, page } = await openAt('damages', id, 'alder-reader')
    await rowOf(page, /Front bumper/).waitFor()
    const main = page.getByRole('main')
    expect(await main.getByRole('checkbox').count()).toBe(0)
    expect(await main.getByRole('textbox').count()).toBe(0)
    expect(await main.getByRole('button', { name: /Confirm|Reject|Add|Undo|Type/ }).count()).toBe(0)
    await goTo(page, 'documents')
    await page.getByText(SAMPLE_VIN).first().waitFor()
    expect(await main.getByRole('textbox').count()).toBe(0)
    await goTo(page, 'history')
    await page.getByRole('listitem').filter({ hasText: world.manager }).first().waitFor()
    expect(await main.getByRole('button', { name: /Undo/ }).count()).toBe(0)
    await context.close()
  })
})

// The pages themselves are looked at in screens.test.ts.
describe('who can use it', () => {
  it('has no axe violation with rows chosen, decided and rejected, and no sideways scroll', async () => {
    const { id, damages } = await createAnalyzed(world, 5)
    await world.call('DELETE', `/inspections/${id}/damages/${damages[4]}`, { reason: 'a reflection' })
    await world.call('PATCH', `/inspections/${id}/damages/${damages[0]}`, { is_confirmed: true })
    for (const size of [DESK, PHONE]) {
      const { context, page } = await openAt('damages', id, undefined, size)
      await page.getByRole('checkbox', { name: /^Select D1 / }).check()
      for (const colorScheme of COLORS) {
        await page.emulateMedia({ colorScheme })
        await settle(page)
        expect(await axe(page), `${size.width} ${colorScheme}`).toEqual([])
      }
      expect(await sidewaysAt320(page)).toBe(0)
      await context.close()
    }
  })
})
