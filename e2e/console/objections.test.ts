import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './console-world.ts'
import { axe, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'

let world: ConsoleWorld
beforeAll(async () => {
  // Its own: the tokens of the other tests are those of programs; a person who signs in needs no exception.
  world = await ConsoleWorld.open({ settings: { PROGRAMS_MAY_DECIDE: 'false' } })
})
afterAll(async () => {
  await world?.close()
})

it('a person objects on a phone, a reviewer decides, and the person reads it', async () => {
  const { id } = await world.createInspection({ pictures: 2, damages: 2, points: 8 })
  const desk = await world.createContext(DESK)
  const staff = await world.openPage(desk, '/settings/objections')
  await staff.getByText('No objection waits for an answer.').waitFor()
  await staff.getByRole('button', { name: 'Create link' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('Paste the address of an inspection').waitFor()
  await dialog
    .getByLabel('Address of the inspection or comparison')
    .fill(`${world.url}/console/inspections/${id}`)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText('You won’t see this code again').waitFor()
  const [url = '', code = ''] = await dialog.locator('code').allTextContents()
  expect(await axe(staff)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()

  const phone = await world.createContext(PHONE)
  const person = await phone.newPage()
  await person.goto(url)
  await person.getByLabel('Code').fill('00000-00000')
  await person.getByRole('button', { name: 'Open' }).click()
  await person.getByRole('alert').waitFor()
  expect(await axe(person)).toEqual([])
  await person.getByLabel('Code').fill(code.toLowerCase())
  await person.getByRole('button', { name: 'Open' }).click()
  await person.getByRole('heading', { name: 'What was found' }).waitFor()
  await settle(person)
  expect(await axe(person)).toEqual([])
  expect(await sidewaysAt320(person)).toBe(0)
  await person.getByLabel('What is it about?').selectOption({ index: 1 })
  await person
    .getByLabel('What is wrong?')
    .fill('The scratch was there when I picked the car up.\nSee my photo.')
  const picture = await drawPicture()
  await person
    .getByLabel('Photos')
    .setInputFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer: picture })
  await person.getByRole('button', { name: 'Send objection' }).click()
  await person.getByText('Not answered yet').waitFor()
  await person.getByText('Answer promised by').waitFor()

  await staff.reload()
  const row = staff.getByRole('listitem').filter({ hasText: 'picked the car up' })
  await row.getByRole('button', { name: 'Decide' }).click()
  await row.getByLabel('Partly upheld').check()
  await row.getByLabel('Reason').fill('One of the two scratches was there. We charge the other one only.')
  await settle(staff)
  for (const colorScheme of COLORS) {
    await staff.emulateMedia({ colorScheme })
    expect(await axe(staff), colorScheme).toEqual([])
  }
  expect(await sidewaysAt320(staff)).toBe(0)
  await row.getByRole('button', { name: 'Send decision' }).click()
  await staff.getByText('No objection waits for an answer.').waitFor()
  await staff.getByRole('button', { name: 'Decided' }).click()
  await staff.getByText('Decided by alder-manager,').waitFor()

  await person.reload()
  await person.getByText('We charge the other one only.').waitFor()
  for (const colorScheme of COLORS) {
    await person.emulateMedia({ colorScheme })
    expect(await axe(person), colorScheme).toEqual([])
  }
  await desk.close()
  await phone.close()
})

/** Pixels of its own: the pictures of the inspection are other ones. */
const drawPicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a8894' } })
    .jpeg()
    .toBuffer()
