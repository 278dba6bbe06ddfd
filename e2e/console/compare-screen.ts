import type { Page } from 'playwright-core'
import { settledScreenshot } from './frozen-page.ts'
import { differencesFromReference, IS_UPDATING, keepAsReference } from './reference-pictures.ts'

/** Where the page differs from its reference once it has come to rest; nowhere when it becomes the reference. */
export async function differencesAtRest(
  page: Page,
  name: string,
  mask: readonly string[],
): Promise<string[]> {
  if (IS_UPDATING) {
    await keepAsReference(name, await settledScreenshot(page, mask))
    return []
  }
  let places: string[] = []
  await settledScreenshot(page, mask, async (seen) => {
    places = await differencesFromReference(name, seen)
    return places.length === 0
  })
  return places
}
