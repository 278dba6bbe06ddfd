import type { Page } from 'playwright-core'
import { settledScreenshot } from './frozen-page.ts'
import { differenceFromReference, IS_UPDATING, keepAsReference } from './reference-pictures.ts'

/** Of the pixels; what a machine draws a little differently. */
export const DIFFERENCE_MAX = 0.005

/** How far the page is from its reference once it has come to rest, or 0 when it becomes the reference. */
export async function differenceAtRest(page: Page, name: string, mask: readonly string[]): Promise<number> {
  if (IS_UPDATING) {
    await keepAsReference(name, await settledScreenshot(page, mask))
    return 0
  }
  let share = 1
  await settledScreenshot(page, mask, async (seen) => {
    share = await differenceFromReference(name, seen)
    return share <= DIFFERENCE_MAX
  })
  return share
}
