import type { Page } from 'playwright-core'
import type { PictureFile } from './drawn-pictures.ts'

/** To another page of the inspection. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages of this inspection' }).getByRole('link', { name }).click()
}

/** The review says how many damages nobody has decided on. */
export const toCheck = (page: Page, count: number) =>
  page
    .getByText(count > 0 ? `${count} to check` : 'All checked', { exact: true })
    .first()
    .waitFor()

export const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

/** What was drawn is asked for its part, then its type; the first that is offered is taken. */
export async function nameDrawn(page: Page, part = ''): Promise<void> {
  await page.getByRole('dialog', { name: 'Part of the new damage' }).waitFor()
  await page.keyboard.type(part)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Type of the new damage' }).waitFor()
  await page.keyboard.press('Enter')
}

/** Files from the device, by the button that asks for them. */
export async function chooseFiles(page: Page, button: string, files: string | PictureFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(files)
}

/** Notes from now on what the page says of the progress of tasks, each time that it says something else. */
export async function noteProgress(page: Page): Promise<void> {
  await page.evaluate(NOTE_PROGRESS)
}

export const readProgress = (page: Page): Promise<string[]> => page.evaluate('[...window.notedProgress]')

const NOTE_PROGRESS = `(() => {
  const noted = new Set()
  const note = () => {
    for (const [text] of document.body.textContent.matchAll(/\\d of \\d pictures/g)) noted.add(text)
  }
  window.notedProgress = noted
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`

/** As a person lets go of files over the page. */
export async function dropFiles(page: Page, files: PictureFile[]): Promise<void> {
  const given = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }))
  await page.evaluate(DROP.replace('FILES', JSON.stringify(given)))
}

const DROP = `(() => {
  const transfer = new DataTransfer()
  for (const { name, mimeType, base64 } of FILES) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type: mimeType }))
  }
  for (const kind of ['dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }))
})()`
