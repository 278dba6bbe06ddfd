// @vitest-environment happy-dom
import { h, render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPhone } from '../../test/phone.ts'
import { actsOf, shotOf, stateOf } from '../../test/walk-state.ts'
import { viewAfter } from '../camera/target.ts'
import type { Capture } from '../kept/walks.ts'
import { createActions } from '../walk/create-actions.ts'
import type { WalkStore } from '../walk/store.ts'
import { Summary } from './summary.tsx'
import { Verdict } from './verdict.tsx'

const root = document.createElement('div')
afterEach(() => {
  render(null, root)
  vi.unstubAllGlobals()
})
const press = (name: string) => {
  const button = [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`there is no ${name}`)
  button.click()
}

const WIDE = 'damage/k/wide'
const blurred = shotOf(1, WIDE, { issue: 'blurred' })
const near = shotOf(2, 'damage/k/near')
const NEAR_VIEW = { name: 'camera', damage: { damageKey: 'k', note: 'Door' }, step: 'damage/k/near' }

describe('the near photo of a damage', () => {
  it('follows the wide one, also once that was taken again', () => {
    const wide = shotOf(1, WIDE)
    expect(viewAfter(wide, stateOf([]))).toEqual(NEAR_VIEW)
    expect(viewAfter(wide, stateOf([near]))).toEqual({ name: 'camera' })
    expect(viewAfter(near, stateOf([wide]))).toEqual({ name: 'camera' })
    expect(viewAfter(blurred, stateOf([]))).toEqual({ name: 'verdict', place: WIDE })
  })

  it('follows a wide one that the person keeps, or wants to take again later', async () => {
    openPhone()
    const state = stateOf([blurred])
    const { act, views } = actsOf()
    const store = { get: () => state, refresh: async () => {}, wake: () => {} } as unknown as WalkStore
    const { accept } = createActions(store, act)
    render(h(Verdict, { state, place: WIDE, act: { ...act, accept } }), root)
    press('Later, at the end')
    press('Keep this one')
    await expect.poll(() => views).toEqual([NEAR_VIEW, NEAR_VIEW])
  })
})

describe('a damage photo that should be taken again', () => {
  it('is in the summary, with its reason', () => {
    const refused = shotOf(2, 'damage/k/near', { state: 'refused', refusal: 'image_too_large' })
    const { act, views } = actsOf()
    render(h(Summary, { state: stateOf([blurred, refused]), act }), root)
    const rows = [...root.querySelectorAll('.card.warn.row')].map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'Damage · Wide: the whole partBlurredRetake',
      'Damage · Near: an arm’s length awayThis photo could not be usedRetake',
    ])
    press('Retake')
    expect(views).toEqual([{ name: 'verdict', place: WIDE }])
  })

  it('shows what the service says of it, also without the photo on this phone', () => {
    const reasons = [{ issue: 'blurriness', text: 'Blurred', howToFix: 'Hold the phone still.' }]
    const wide = { verdict: 'retake', reasons, imageId: 'i', path: null }
    const nothing = { verdict: 'missing', reasons: [], imageId: null, path: null }
    const damages = [{ damageKey: 'k', wide, near: nothing }] as unknown as Capture['damages']
    const { act, views } = actsOf()
    render(h(Verdict, { state: stateOf([], damages), place: WIDE, act }), root)
    expect(root.textContent).toContain('Hold the phone still.')
    press('Take again')
    expect(views).toEqual([{ name: 'camera', damage: { damageKey: 'k', note: '' }, step: WIDE }])
  })
})
