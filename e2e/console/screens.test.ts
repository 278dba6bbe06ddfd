import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleWorld } from './console-world.ts'
import { createFrozenContext, settledScreenshot } from './frozen-page.ts'
import { axe, blankBelow, COLORS, DESK, PHONE, sidewaysAt320, TABLET } from './looks.ts'
import { differenceFromReference, IS_UPDATING, keepAsReference } from './reference-pictures.ts'
import { createFleetInspection, endFleetInspection, FLEET } from './sample-fleet.ts'
import { createAnalyzed } from './sample-inspection.ts'

type Screen = {
  name: string
  /** `{Finch}` stands for the id of that vehicle's inspection. */
  path: string
  /** What is on it when it is there. */
  ready: (page: Page) => Promise<unknown>
  /** What changes from run to run, such as ids. */
  mask?: readonly string[]
}

const heading = (name: RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const vehicle = heading(/OU-418-IQ/)
const shapes = async (page: Page) => {
  await page
    .getByRole('button', { name: /Front bumper, Smashed part/ })
    .first()
    .waitFor()
  // The drawing comes last and moves what stands below it.
  await page.getByText('Damaged parts').waitFor({ state: 'attached' })
}

const SCREENS: readonly Screen[] = [
  { name: 'list', path: '/inspections', ready: (page) => page.getByText('OU-418-IQ').first().waitFor() },
  { name: 'review', path: '/inspections/{Finch}/review', ready: shapes },
  {
    name: 'review-damage',
    path: '/inspections/{Finch}/review',
    ready: async (page) => {
      await shapes(page)
      for (const key of ['j', 'j']) await page.keyboard.press(key)
      await page.getByRole('button', { name: /Left headlight, Broken light/, pressed: true }).waitFor()
    },
  },
  { name: 'overview', path: '/inspections/{Finch}', ready: vehicle },
  { name: 'pictures', path: '/inspections/{Finch}/pictures', ready: vehicle },
  { name: 'damages', path: '/inspections/{Finch}/damages', ready: vehicle },
  { name: 'wheels', path: '/inspections/{Analyzed}/wheels', ready: heading(/TEST/) },
  { name: 'documents', path: '/inspections/{Analyzed}/documents', ready: heading(/TEST/) },
  { name: 'history', path: '/inspections/{Finch}/history', ready: vehicle },
  { name: 'report', path: '/inspections/{Finch}/report', ready: vehicle },
  { name: 'raw', path: '/inspections/{Finch}/raw', ready: vehicle, mask: ['main code', '[role=tree]'] },
  { name: 'settings', path: '/settings', ready: (page) => page.getByRole('heading').first().waitFor() },
]
const SIZES = [DESK, TABLET, PHONE]
/** Of the pixels; what a machine draws a little differently. */
const DIFFERENCE_MAX = 0.005

let world: ConsoleWorld
let page: Page
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await ConsoleWorld.open({ workers: 1 })
  for (const one of FLEET) ids[one.name] = await createFleetInspection(world, one)
  ids.Analyzed = (await createAnalyzed(world)).id
  for (const one of FLEET) await endFleetInspection(world, ids[one.name] ?? '', one)
  await endFleetInspection(world, ids.Analyzed, { end: 'to_review' })
  page = await world.openPage(await createFrozenContext(world), '/inspections')
}, 300_000)
afterAll(async () => {
  await world?.close()
}, 60_000)

async function open(at: Page, { path, ready }: Screen): Promise<void> {
  await at.goto(`${world.url}/console${path.replace(/\{(\w+)\}/, (_, name) => ids[name] ?? '')}`)
  await ready(at)
}

async function differenceAtRest(at: Page, name: string, mask: readonly string[]): Promise<number> {
  if (IS_UPDATING) {
    await keepAsReference(name, await settledScreenshot(at, mask))
    return 0
  }
  let share = 1
  await settledScreenshot(at, mask, async (seen) => {
    share = await differenceFromReference(name, seen)
    return share <= DIFFERENCE_MAX
  })
  return share
}

async function differences(at: Page, screen: Screen): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const size of SIZES) {
    await at.setViewportSize(size)
    await open(at, screen)
    for (const colorScheme of COLORS) {
      await at.emulateMedia({ colorScheme })
      const name = `${screen.name}-${size.width}-${colorScheme}`
      const share = await differenceAtRest(at, name, screen.mask ?? [])
      if (share > DIFFERENCE_MAX) found[name] = share
    }
  }
  return found
}

describe('every screen', () => {
  it.each(SCREENS)('$name looks as it did', async (screen) => {
    expect(await differences(page, screen)).toEqual({})
  })

  it('the way in looks as it did', async () => {
    const context = await createFrozenContext(world)
    const ready = (at: Page) => at.getByRole('button', { name: 'Sign in' }).waitFor()
    const screen = { name: 'sign-in', path: '/', ready }
    expect(await differences(await context.newPage(), screen)).toEqual({})
    await context.close()
  })

  it.each(SCREENS)('$name has no axe violation, no sideways scroll and no blank below', async (screen) => {
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await open(page, screen)
      // A fraction of a pixel is rounded either way.
      expect(await blankBelow(page), `${size.width}`).toBeLessThanOrEqual(0)
      for (const colorScheme of COLORS) {
        await page.emulateMedia({ colorScheme })
        expect(await axe(page), `${size.width} ${colorScheme}`).toEqual([])
      }
    }
    expect(await sidewaysAt320(page)).toBe(0)
  })
})
