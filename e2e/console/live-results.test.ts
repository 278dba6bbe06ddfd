import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TASKS_WATCHDOG_MS } from '../watchdog.ts'
import { ConsoleWorld } from './console-world.ts'
import { axe, DESK, PHONE } from './looks.ts'
import { chooseFiles, saved, toCheck } from './page-actions.ts'
import { createScratched, startDetection } from './scratched-inspection.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-live-'))
let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join('worker')
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('what happened while another page was open', () => {
  it('is on the page that is opened again', async () => {
    const id = await createScratched(world)
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}/damages`)
    await page.getByText('No damages recorded.').waitFor()
    await page.getByRole('link', { name: 'Inspections' }).first().click()
    await page.getByRole('row').filter({ hasText: 'TEST 001' }).first().waitFor()
    await world.call('POST', `/inspections/${id}/damages`, { damage_type: 'scratch', part_type: 'hood' })
    await page.goBack()
    await page.getByRole('rowheader').filter({ hasText: 'D1' }).waitFor()
    await context.close()
  })
})

describe('while a task runs', () => {
  it('shows what a model finds, says which model it was, and how the estimate is worked out', async () => {
    const id = await createScratched(world)
    const context = await world.createContext(DESK)
    const page = await world.openReview(context, id)
    await page.getByText('Not analyzed yet', { exact: true }).first().waitFor()
    await page.getByText('No estimate', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Start analysis' }).first().click()

    // Nobody touches the page from here on.
    const shape = page.getByRole('group', { name: 'Damages on this picture' }).getByRole('button')
    await shape.first().waitFor({ timeout: TASKS_WATCHDOG_MS })
    await page.getByText('1 to check', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Estimate' }).getByText('€').first().waitFor()

    await page.keyboard.press('j')
    await page.getByText('Evidence and history').click()
    await page.getByText(/^damage-segmenter \S+$/).waitFor()
    await page.getByRole('img', { name: 'Close-up of the damage' }).waitFor()
    await page.getByRole('list', { name: 'History' }).getByText('Damage added').waitFor()

    await page.getByRole('button', { name: 'How this is calculated' }).click()
    const dialog = page.getByRole('dialog', { name: 'How the estimate is calculated' })
    await dialog.getByRole('rowheader', { name: 'Total' }).waitFor()
    await dialog.getByText('Includes 1 unconfirmed damage.').waitFor()
    await context.close()
  })
})

async function countOpen(id: string): Promise<number> {
  const { data } = await world.call('GET', `/comparisons?inspection_id=${id}`)
  const [comparison] = Array.isArray(data) ? data : []
  return comparison?.status === 'DONE' ? comparison.summary.open : 0
}

/** Makes the paper of the open comparison by keyboard; answers the file that a customer takes home. */
async function downloadPaper(page: Page): Promise<string> {
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Hand-over report' })
  await dialog.getByRole('button', { name: 'Create report' }).press('Enter')
  await dialog.getByText(/ · Signed · Code [0-9a-f]{12}/).waitFor()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).press('Enter')
  const file = join(folder, 'comparison.pdf')
  await (await saving).saveAs(file)
  return file
}

describe('a return', () => {
  it('is compared by itself, cleared by keyboard, put on paper and verified, and its decisions stay', async () => {
    await world.call('PATCH', '/comparisons/settings', { compares_returns: true })
    const handOver = await createScratched(world, { inspection_type: 'hand_over' }, 0)
    await startDetection(world, handOver)
    const detection = `/inspections/${handOver}/tasks/damage_detection`
    await expect
      .poll(async () => (await world.call('GET', detection)).status, { timeout: TASKS_WATCHDOG_MS })
      .toBe('DONE')
    const id = await createScratched(world, { inspection_type: 'return', related_inspection_id: handOver })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}`)
    await page.getByRole('button', { name: 'Compare with the related inspection' }).waitFor()
    await startDetection(world, id)

    // Nobody touches the page until the comparison is on it.
    await page
      .getByRole('link', { name: /With an earlier inspection.*to check/ })
      .click({ timeout: TASKS_WATCHDOG_MS })
    const open = await countOpen(id)
    expect(open).toBeGreaterThan(0)
    // The page before says the same number.
    await page.getByRole('heading', { name: 'What do you say?' }).waitFor()
    await toCheck(page, open)
    expect(await axe(page)).toEqual([])
    // One is another category, for a reason; the others are agreed with.
    await page.keyboard.press('3')
    await page.keyboard.press('Enter')
    for (let left = open - 1; left > 0; left--) {
      await toCheck(page, left)
      await page.keyboard.press('a')
    }
    await toCheck(page, 0)
    await page.keyboard.press('Control+z')
    await toCheck(page, 1)
    await page.keyboard.press('Control+Shift+z')
    await toCheck(page, 0)
    await saved(page)
    const comparison = page.url().split('?')[0] ?? ''
    const paper = await downloadPaper(page)
    await page.goto(`${world.url}/console/inspections/${id}/report`)
    await chooseFiles(page, 'Choose a PDF', paper)
    await page.getByText('Genuine and unaltered').waitFor()
    await page.setViewportSize(PHONE)
    await page.goto(comparison)
    await toCheck(page, 0)
    expect(await countOpen(id)).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.goto(`${comparison}?place=1`)
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByText('Reason: Seen in other pictures').waitFor()
    await context.close()
  })
})
