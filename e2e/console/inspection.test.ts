import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../testing/ground.ts'
import { TASKS_WATCHDOG_MS } from '../watchdog.ts'
import { ConsoleWorld, type Json, rowsOf } from './console-world.ts'
import { DRAWN_CAR, drawnCars, drawnOdometer } from './drawn-pictures.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'
import { chooseFiles, dropFiles, noteProgress, openTab, readProgress } from './page-actions.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-console-'))
const TORN_BUMPER = join(root, '../shared/data/damage/hitl-cc0/images/10040.jpg')
const DAMAGES_TO_CHECK = /^\d+ damages to check$/
const SMALL_PDF = '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF'

let world: ConsoleWorld
beforeAll(async () => {
  world = await ConsoleWorld.join('worker')
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function createInspection(tasks: string[]): Promise<string> {
  const { id } = await world.call('POST', '/inspections', {
    tasks: Object.fromEntries(tasks.map((name) => [name, { status: 'NOT_STARTED' }])),
    vehicle: { brand: 'Demo', model: 'Sedan', plate: 'TEST 001', vehicle_type: 'sedan' },
  })
  return String(id)
}

const inspectionOf = (id: string) => world.call('GET', `/inspections/${id}`)

async function reportsOf(id: string): Promise<Json[]> {
  return rowsOf((await world.call('GET', `/inspections/${id}/pdf/versions`)).data)
}

async function statusOf(id: string, name: string): Promise<unknown> {
  return (await world.call('GET', `/inspections/${id}/tasks/${name}`)).status
}

describe('pictures', () => {
  it('come by drop and by picker, say what failed, are checked live, and are deleted', async () => {
    const id = await createInspection(['damage_detection', 'images_ocr'])
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}/pictures`)
    await page.getByText('This inspection has no pictures yet').waitFor()

    const grey = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer()
    // Every task that was asked for is ticked; the document is on another picture.
    await page.getByRole('checkbox', { name: 'Document reading', checked: true }).uncheck()
    await dropFiles(page, [
      { name: 'left side.jpg', mimeType: 'image/jpeg', buffer: readFileSync(DRAWN_CAR) },
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
    ])
    await page.getByText('notes.txt isn’t a picture.').waitFor()
    const list = page.getByRole('list', { name: 'Pictures', exact: true })
    await list.getByRole('heading', { name: 'left side' }).waitFor()
    // What is no picture stays with its reason, and can be tried again or taken out.
    const broken = page.getByRole('listitem').filter({ hasText: 'broken.jpg' })
    await broken.getByRole('alert').filter({ hasText: 'Upload failed' }).waitFor()
    await page.getByText('1 of 2 uploaded').waitFor()
    await broken.getByRole('button', { name: 'Try again' }).click()
    await broken.getByRole('alert').filter({ hasText: 'Upload failed' }).waitFor()
    await page.getByRole('button', { name: 'Remove broken.jpg' }).click()
    await page.getByText('1 picture added').waitFor()

    await page.getByRole('checkbox', { name: 'Document reading' }).check()
    await chooseFiles(page, 'Choose pictures', [
      { name: 'grey.jpg', mimeType: 'image/jpeg', buffer: grey },
      { name: 'again.jpg', mimeType: 'image/jpeg', buffer: readFileSync(DRAWN_CAR) },
    ])
    await page.getByText('2 pictures added').waitFor()
    await page.getByRole('heading', { name: '3 pictures' }).waitFor()
    // The check of a worker arrives without a reload.
    await list.getByText('Accepted').first().waitFor()
    // A picture whose check comes between is another version than the one that was to be deleted.
    await expect.poll(() => list.getByText('Being checked').count()).toBe(0)

    const images = rowsOf((await inspectionOf(id)).images)
    const tasksOf = (name: string) => images.find((one) => one.name === name)?.tasks
    expect(tasksOf('left side')).not.toContain('images_ocr')
    expect(tasksOf('grey')).toContain('images_ocr')
    expect(tasksOf('grey')).toContain('damage_detection')

    await page.getByRole('button', { name: /Delete picture \d, grey/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: '2 pictures' }).waitFor()
    expect(rowsOf((await inspectionOf(id)).images).map((one) => one.name)).not.toContain('grey')

    // Whoever knows from which side it was taken says so, and the overview counts it.
    await page.getByLabel('Side shown in picture 1').selectOption('back')
    await page.getByLabel('Side shown in picture 1').selectOption('left')
    await expect
      .poll(async () => rowsOf((await inspectionOf(id)).images)[0]?.viewpoint)
      .toMatchObject({
        prediction: 'left',
      })
    await openTab(page, 'Overview')
    await page.getByRole('img', { name: 'Photographed from 1 of 8 sides' }).waitFor()
    await openTab(page, 'Pictures')
    await list.getByRole('link', { name: /Review picture 1, left side/ }).click()
    await page.getByRole('region', { name: 'Picture 1' }).waitFor()
    await context.close()
  })
})

describe('the overview', () => {
  it('starts a task and shows its results while it runs, without a reload', async () => {
    const id = await createInspection(['damage_detection', 'odometer', 'warning_lights', 'repair_estimate'])
    await world.call('POST', `/inspections/${id}/damages`, {
      damage_type: 'scratch',
      part_type: 'door_front_left',
    })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}/pictures`)
    await page.evaluate('window.stays = true')
    await page.getByRole('checkbox', { name: 'Odometer reading' }).uncheck()
    const torn = { name: 'torn bumper.jpg', mimeType: 'image/jpeg', buffer: readFileSync(TORN_BUMPER) }
    await chooseFiles(page, 'Choose pictures', [torn, ...(await drawnCars(5))])
    await page.getByText('6 pictures added').waitFor()
    await page.getByRole('checkbox', { name: 'Damage detection' }).uncheck()
    await page.getByRole('checkbox', { name: 'Odometer reading' }).check()
    await chooseFiles(page, 'Choose pictures', [await drawnOdometer('61240 km')])
    await page.getByText('1 picture added').waitFor()
    await openTab(page, 'Overview')
    await page.getByText('1 damage', { exact: true }).waitFor()

    const detection = page.getByRole('listitem', { name: 'Damage detection' })
    await noteProgress(page)
    await page.getByRole('button', { name: 'Start Damage detection' }).click()
    await expect.poll(() => statusOf(id, 'damage_detection'), { timeout: TASKS_WATCHDOG_MS }).toBe('DONE')
    await detection.getByRole('button', { name: 'Validate Damage detection' }).waitFor()
    // It told how far it was, and then what it found.
    expect((await readProgress(page)).length).toBeGreaterThan(1)
    const left = page.getByRole('region', { name: 'Left to do' })
    await left.getByRole('link', { name: DAMAGES_TO_CHECK }).waitFor()
    const damages = page.getByRole('list', { name: 'Damages' })
    const found = damages.getByRole('listitem').filter({ hasText: 'Missing piece' })
    await found.getByText('Front bumper').waitFor()
    // What the estimate makes of it comes by itself, with its arithmetic.
    await page.getByRole('button', { name: 'How this is calculated' }).click()
    const sums = page.getByRole('dialog', { name: 'How the estimate is calculated' })
    await sums.getByText('Front left door').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Start Odometer reading' }).click()
    await expect.poll(() => page.getByLabel('Mileage (km)').inputValue()).toBe('61240')
    expect(await page.evaluate('window.stays')).toBe(true)

    // No model reads warning lights: the task waits for a person.
    await page.getByRole('button', { name: 'Start Warning lights' }).click()
    const lights = page.getByRole('listitem', { name: 'Warning lights' })
    await page.getByRole('button', { name: 'Mark as done: Warning lights' }).click()
    await page.getByRole('button', { name: 'Validate Warning lights' }).click()
    await expect.poll(() => statusOf(id, 'warning_lights')).toBe('VALIDATED')
    await lights.getByText('Validated').waitFor()
    await left.getByRole('link', { name: DAMAGES_TO_CHECK }).click()
    await page.getByRole('region', { name: /^Picture \d+$/ }).waitFor()
    await context.close()
  })

  it('writes the vehicle in place, undoes it, and tells what somebody else wrote', async () => {
    const id = await createInspection(['damage_detection'])
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}`)
    const vehicle = async () => (await inspectionOf(id)).vehicle as Json
    const color = page.getByLabel(/^Colou?r$/)
    await color.fill('Silver')
    await color.press('Enter')
    await page.getByText(/^Colou?r saved$/).waitFor()
    expect((await vehicle()).color).toBe('Silver')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await vehicle()).color).toBe(null)

    const mileage = page.getByLabel('Mileage (km)')
    await mileage.fill('sixty')
    await mileage.blur()
    await page.getByText('Enter a number.').waitFor()
    await mileage.fill('61 240,5')
    await mileage.press('Enter')
    await expect.poll(async () => (await vehicle()).mileage_value).toBe(61240.5)

    // What they wrote in the meantime is told, not lost.
    const brand = page.getByLabel('Make', { exact: true })
    await brand.fill('Mine')
    await world.call('PATCH', `/inspections/${id}/vehicle`, { brand: 'Theirs', model: 'Coupe' })
    await expect.poll(() => page.getByLabel('Model').inputValue()).toBe('Coupe')
    await brand.press('Enter')
    await page.getByText('Someone else changed this to Theirs.').waitFor()
    expect((await vehicle()).brand).toBe('Theirs')
    await brand.press('Enter')
    await expect.poll(async () => (await vehicle()).brand).toBe('Mine')
    expect((await vehicle()).model).toBe('Coupe')
    await context.close()
  })

  it('shows a reader everything and lets them change nothing', async () => {
    const id = await createInspection(['damage_detection'])
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}`, 'alder-reader')
    await page.getByRole('heading', { name: /TEST 001/ }).waitFor()
    await page.getByText('Not started').first().waitFor()
    expect(await page.getByRole('button', { name: /Start/ }).count()).toBe(0)
    expect(await page.getByRole('textbox').count()).toBe(0)
    await openTab(page, 'Pictures')
    await page.getByText('This inspection has no pictures.').waitFor()
    expect(await page.getByRole('button', { name: 'Choose pictures' }).count()).toBe(0)
    await openTab(page, 'Report')
    await page.getByText('No reports yet.').waitFor()
    expect(await page.getByRole('button', { name: 'Create report' }).count()).toBe(0)
    await context.close()
  })
})

describe('the report', () => {
  it('is made, opened and verified, and knows when the inspection has changed', async () => {
    const { id, damages } = await world.createInspection({ pictures: 2, damages: 2, points: 9 })
    const context = await world.createContext(DESK)
    const page = await world.openPage(context, `/inspections/${id}/report`)
    await page.getByText('No reports yet.').waitFor()
    await page.getByLabel('Language').selectOption('Français')
    await page.getByLabel('Client').fill('Alder Rentals')
    await page.getByRole('button', { name: 'Create report' }).click()
    await page.getByRole('progressbar', { name: 'Progress of report 1' }).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'Report 1' })
    await row.getByText('Signed', { exact: true }).waitFor()
    await row.getByText('Up to date').waitFor()
    await row.getByText(world.manager).waitFor()
    // It is shown in the page, and what is downloaded is what the service has.
    const frame = page.getByTitle('Report 1')
    await frame.waitFor()
    const [made = {}] = await reportsOf(id)
    expect(await frame.getAttribute('src')).toContain(String(made.report_id))
    const saving = page.waitForEvent('download')
    await row.getByRole('link', { name: 'Download report 1' }).click()
    const saved = join(folder, 'report.pdf')
    await (await saving).saveAs(saved)
    const text = execFileSync('pdftotext', [saved, '-'], { encoding: 'utf8' })
    expect(text).toContain('Alder Rentals')
    expect(text).toMatch(/Rapport/)

    await chooseFiles(page, 'Choose a PDF', saved)
    await page.getByText('Genuine and unaltered').waitFor()
    await page.getByText(/^Alder Rentals Inspections, /).waitFor()
    await page.getByText(String(made.verification_code), { exact: true }).waitFor()

    const altered = join(folder, 'altered.pdf')
    const bytes = readFileSync(saved)
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
    writeFileSync(altered, bytes)
    await chooseFiles(page, 'Choose a PDF', altered)
    await page.getByText('Altered', { exact: true }).waitFor()
    const strange = join(folder, 'strange.pdf')
    writeFileSync(strange, SMALL_PDF)
    await chooseFiles(page, 'Choose a PDF', strange)
    await page.getByText('Not recognized', { exact: true }).waitFor()

    await world.call('PATCH', `/inspections/${id}/damages/${damages[0]}`, { damage_type: 'dent' })
    await openTab(page, 'Overview')
    await page.getByRole('link', { name: 'Changed since the last report' }).click()
    await row.getByText('Out of date').waitFor()
    await page.getByRole('button', { name: 'Create report' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Report 2' }).getByText('Signed').waitFor()
    await page.getByRole('button', { name: 'Show report 1' }).click()
    await page.getByText('The inspection has changed since this report was created').waitFor()

    await chooseFiles(page, 'Upload your own PDF', strange)
    await page.getByText('Uploaded, not created here').waitFor()
    await chooseFiles(page, 'Choose a PDF', strange)
    await page.getByText('Unaltered, but not created here').waitFor()
    await context.close()
  })
})

// The other pages, and this one before there is a report, are looked at in screens.test.ts.
describe('who can use it', () => {
  it('has no axe violation and no sideways scroll where there is a report', async () => {
    const { id } = await world.createInspection({ pictures: 2, damages: 4, points: 9 })
    await world.call('POST', `/inspections/${id}/pdf`, { language: 'en' })
    await expect.poll(async () => (await reportsOf(id))[0]?.status).toBe('DONE')
    for (const size of [DESK, PHONE]) {
      const context = await world.createContext(size)
      const page = await world.openPage(context, `/inspections/${id}`)
      await openTab(page, 'Report')
      await page.getByText('Verify a report').first().waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Report 1' }).waitFor()
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
