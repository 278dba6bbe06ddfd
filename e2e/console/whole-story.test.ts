import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { root } from '../../testing/ground.ts'
import { TASKS_WATCHDOG_MS, WATCHDOG_MS } from '../watchdog.ts'
import { ConsoleWorld } from './console-world.ts'
import { DESK } from './looks.ts'
import { chooseFiles, openTab, saved, toCheck } from './page-actions.ts'
import { apiFacts, consoleFacts, paperFacts } from './told-facts.ts'

// Real photographs, read where they lie and never copied into the project: whole cars, then damages.
const DATA = join(root, '../shared/data')
const PHOTOGRAPHS = [
  'whole-cars/images/b1a50a3824887ee2.jpg',
  'whole-cars/images/98bcfbc4d3c8abbc.jpg',
  'whole-cars/images/b25d7d2cb7abf86b.jpg',
  'whole-cars/images/12d3b6665f7e1cf6.jpg',
  ...[10040, 10042, 10138, 10170, 10182, 10268, 10488, 10557].map(
    (name) => `damage/hitl-cc0/images/${name}.jpg`,
  ),
]

const folder = mkdtempSync(join(tmpdir(), 'walkaround-story-'))
let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join('worker')
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

const readFacts = async (id: string) =>
  apiFacts(
    await world.call('GET', `/inspections/${id}`),
    await world.call('GET', `/inspections/${id}/estimate`).catch(() => null),
  )

const statusOf = async (id: string) => (await world.call('GET', `/inspections/${id}`)).status

/** The same, word for word, in the API and in the console. */
async function expectSame(page: Page, id: string): Promise<void> {
  await vi.waitFor(async () => expect(await consoleFacts(page)).toEqual(await readFacts(id)), {
    timeout: WATCHDOG_MS,
  })
}

async function expectInList(page: Page, status: string): Promise<void> {
  await page.getByRole('link', { name: 'Inspections' }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'STORY 12' })
  await row.getByText(status, { exact: true }).waitFor()
  await row.getByRole('link').first().click()
}

it('tells one story of twelve photographs in the API, on the screen and on paper', async () => {
  const context = await world.createContext(DESK)
  const page = await world.openPage(context, '/')
  await page.getByRole('button', { name: 'New inspection' }).first().click()
  await page.getByLabel('License plate').fill('STORY 12')
  await page.getByRole('button', { name: 'Create and add pictures' }).click()
  await page.getByRole('button', { name: 'Choose pictures' }).waitFor()
  const id = /inspections\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''

  // Nobody has looked yet, and nothing says otherwise.
  const files = PHOTOGRAPHS.map((file) => ({
    name: basename(file),
    mimeType: 'image/jpeg',
    buffer: readFileSync(join(DATA, file)),
  }))
  await chooseFiles(page, 'Choose pictures', files)
  await page.getByText('12 pictures added').waitFor()
  expect(await statusOf(id)).toBe('NOT_STARTED')
  await openTab(page, 'Overview')
  await page.getByText('Not analyzed yet').first().waitFor()
  expect(await page.getByText(/no damage/i).count()).toBe(0)
  await page.getByRole('button', { name: 'Start all' }).first().click()

  await expect.poll(() => statusOf(id), { timeout: TASKS_WATCHDOG_MS, interval: 1_000 }).toBe('DONE')
  await expectInList(page, 'To review')
  const found = await readFacts(id)
  expect(found.damages.length).toBeGreaterThan(3)
  await expectSame(page, id)

  // A reviewer names the part of the first two, gives one a severity, rejects one and confirms the rest.
  await page.getByRole('link', { name: /damages to check/ }).click()
  await page.getByRole('region', { name: /^Picture \d+$/ }).waitFor()
  let left = found.damages.length
  await toCheck(page, left)
  await page.keyboard.press('j')
  for (const part of ['hood', 'front bumper']) {
    await page.keyboard.press('p')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type(part)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('a')
    await toCheck(page, --left)
  }
  await page.keyboard.press('x')
  await toCheck(page, --left)
  while (left > 0) {
    await page.keyboard.press('a')
    await toCheck(page, --left)
  }
  await saved(page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Validate' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => statusOf(id)).toBe('VALIDATED')
  await page.getByRole('link', { name: 'Back to the inspection' }).click()
  await expectInList(page, 'Validated')
  const reviewed = await readFacts(id)
  expect(reviewed.damages).toHaveLength(found.damages.length - 1)
  await expectSame(page, id)

  await openTab(page, 'Report')
  await page.getByRole('button', { name: 'Create report' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Report 1' })
  await row.getByText('Signed', { exact: true }).waitFor()
  const saving = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download report 1' }).click()
  const file = join(folder, 'report.pdf')
  await (await saving).saveAs(file)
  const { text, damages, priced } = paperFacts(file, reviewed.damages)
  expect({ damages, priced }).toEqual({ damages: reviewed.damages, priced: reviewed.priced })
  expect(text).toContain(reviewed.total)
  expect(text).toContain('Validated by')
  await chooseFiles(page, 'Choose a PDF', file)
  await page.getByText('Genuine and unaltered').waitFor()
  await context.close()
})
