import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differencesAtRest } from './compare-screen.ts'
import { createCompared } from './compared-inspections.ts'
import { ConsoleWorld } from './console-world.ts'
import { createFrozenContext } from './frozen-page.ts'
import { axe, blankBelow, COLORS, DESK, PHONE, settle, sidewaysAt320 } from './looks.ts'
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
  /** On a phone and in the dark, too, the picture is compared. */
  isComparedOnPhone?: boolean
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
  {
    name: 'list',
    path: '/inspections',
    ready: (page) => page.getByText('OU-418-IQ').first().waitFor(),
    isComparedOnPhone: true,
  },
  { name: 'review', path: '/inspections/{Finch}/review', ready: shapes, isComparedOnPhone: true },
  {
    name: 'review-damage',
    path: '/inspections/{Finch}/review',
    ready: async (page) => {
      await shapes(page)
      for (const key of ['j', 'j']) await page.keyboard.press(key)
      await page.getByRole('button', { name: /Left headlight, Broken light/, pressed: true }).waitFor()
    },
  },
  { name: 'overview', path: '/inspections/{Finch}', ready: vehicle, isComparedOnPhone: true },
  { name: 'pictures', path: '/inspections/{Finch}/pictures', ready: vehicle },
  { name: 'damages', path: '/inspections/{Finch}/damages', ready: vehicle, isComparedOnPhone: true },
  { name: 'wheels', path: '/inspections/{Analyzed}/wheels', ready: heading(/TEST/) },
  { name: 'documents', path: '/inspections/{Analyzed}/documents', ready: heading(/TEST/) },
  { name: 'history', path: '/inspections/{Finch}/history', ready: vehicle },
  { name: 'report', path: '/inspections/{Finch}/report', ready: vehicle },
  { name: 'raw', path: '/inspections/{Finch}/raw', ready: vehicle, mask: ['main code', '[role=tree]'] },
  { name: 'settings', path: '/settings', ready: (page) => page.getByRole('heading').first().waitFor() },
]
/** Made after the others were looked at: the list shows what there is. */
const COMPARISON_SCREENS: readonly Screen[] = [
  {
    name: 'compare',
    path: '/compare/{Comparison}?place=2',
    ready: (page) => page.getByText('Earlier', { exact: true }).first().waitFor(),
    isComparedOnPhone: true,
  },
  {
    name: 'timeline',
    path: '/inspections/{Returned}/vehicle',
    ready: (page) => page.getByRole('img').first().waitFor(),
  },
]
const SIZES = [DESK, PHONE]

let world: ConsoleWorld
let page: Page
const ids: Record<string, string> = {}
beforeAll(async () => {
  // The organization of the references: its people's names are on the screens.
  world = await ConsoleWorld.join('worker', '')
  for (const one of FLEET) ids[one.name] = await createFleetInspection(world, one)
  ids.Analyzed = (await createAnalyzed(world)).id
  for (const one of FLEET) await endFleetInspection(world, ids[one.name] ?? '', one)
  await endFleetInspection(world, ids.Analyzed, { end: 'to_review' })
  page = await world.openPage(await createFrozenContext(world), '/inspections')
})
afterAll(async () => {
  await world?.close()
})

async function open(at: Page, { path, ready }: Screen): Promise<void> {
  await at.goto(`${world.url}/console${path.replace(/\{(\w+)\}/, (_, name) => ids[name] ?? '')}`)
  await ready(at)
}

type Looks = {
  /** Of pictures that differ from their reference, where. */
  differences: Record<string, string[]>
  /** In pixels, by width. */
  blank: Record<string, number>
  violations: Record<string, string[]>
}

/** Opens the screen once in each size: what it looks like, and what axe says of it in each color. */
async function lookAt(at: Page, screen: Screen): Promise<Looks> {
  const looks: Looks = { differences: {}, blank: {}, violations: {} }
  for (const size of SIZES) {
    await at.setViewportSize(size)
    await open(at, screen)
    for (const colorScheme of COLORS) {
      await at.emulateMedia({ colorScheme })
      await settle(at)
      if (isCompared(screen, size, colorScheme)) {
        const name = `${screen.name}-${size.width}-${colorScheme}`
        const places = await differencesAtRest(at, name, screen.mask ?? [])
        if (places.length > 0) looks.differences[name] = places
      }
      looks.violations[`${size.width} ${colorScheme}`] = await axe(at)
    }
    looks.blank[size.width] = await blankBelow(at)
  }
  return looks
}

const isCompared = (
  { isComparedOnPhone }: Screen,
  size: (typeof SIZES)[number],
  colorScheme: (typeof COLORS)[number],
) => (size === DESK ? colorScheme === 'light' : isComparedOnPhone && colorScheme === 'dark')

function checkScreen(screen: Screen): void {
  let looks: Looks
  let sideways: number
  beforeAll(async () => {
    looks = await lookAt(page, screen)
    sideways = await sidewaysAt320(page)
  })

  it('looks as it did', () => expect(looks.differences).toEqual({}))

  it('has no axe violation, no sideways scroll and no blank below', () => {
    // A fraction of a pixel is rounded either way.
    expect(Object.values(looks.blank).filter((pixels) => pixels > 0)).toEqual([])
    const none = SIZES.flatMap(({ width }) => COLORS.map((colorScheme) => [`${width} ${colorScheme}`, []]))
    expect(looks.violations).toEqual(Object.fromEntries(none))
    expect(sideways).toBe(0)
  })
}

describe('every screen', () => {
  describe.each(SCREENS)('$name', checkScreen)

  it('the way in looks as it did', async () => {
    const context = await createFrozenContext(world)
    const ready = (at: Page) => at.getByRole('button', { name: 'Sign in' }).waitFor()
    const screen = { name: 'sign-in', path: '/', ready, isComparedOnPhone: true }
    const { differences, violations } = await lookAt(await context.newPage(), screen)
    expect(differences).toEqual({})
    expect(Object.values(violations).flat()).toEqual([])
  })
})

describe('every screen of a comparison', () => {
  beforeAll(async () => {
    const { returnId, comparisonId } = await createCompared(world)
    ids.Returned = returnId
    ids.Comparison = comparisonId
  })

  describe.each(COMPARISON_SCREENS)('$name', checkScreen)

  it('makes a link for objections', async () => {
    await page.setViewportSize(DESK)
    await page.goto(`${world.url}/console/compare/${ids.Comparison}`)
    await page.getByRole('button', { name: 'Objection link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText('You won’t see this code again').waitFor()
    const { data } = await world.call('GET', `/objection_links?comparison_id=${ids.Comparison}`)
    expect(data).toMatchObject([{ comparison_id: ids.Comparison }])
  })
})
