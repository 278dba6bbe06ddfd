import { describe, expect, it } from 'vitest'
import {
  ASIDE,
  DAMAGE,
  damage,
  damaged,
  type Look,
  networkOf,
  picture,
  plain,
  returned,
  seen,
  side,
  verdictsOf,
} from '../../../../test/compare-scene.ts'
import type { Point } from '../../../core/contracts/findings.ts'
import { searchGrid } from './search-grid.ts'

// What could charge a person for something that was there before.

const small = DAMAGE.map(([x, y]): Point => [163 + (x - 163) * 0.5, 121 + (y - 121) * 0.5]).map(seen)

// As people draw: not quite at the place.
const besides = ASIDE.map(([x, y]): Point => [x + 8, y + 5])

describe('worsened', () => {
  it('is not said where another earlier picture shows the damage as large as it is now', async () => {
    const before = side(
      [picture('piece', true, plain), picture('whole', true, damaged)],
      [
        damage('d0', 'piece', small, {
          sightings: [...damage('d0', 'piece', small).sightings, ...damage('d0', 'whole', besides).sightings],
        }),
      ],
    )
    expect(await verdictsOf(before, returned())).toEqual([['unchanged', 'found_same_place', 'within_error']])
  })

  it('is not said where the earlier picture looks the same beyond the earlier outline', async () => {
    const before = side([picture('before', true, damaged)], [damage('d0', 'before', small)])
    expect(await verdictsOf(before, returned())).toEqual([['uncertain', 'weak_match']])
  })

  it('is not said where the earlier picture could not have shown all of it', async () => {
    const lit: Look = (grey, x, y) => (x > 163 && x < 186 && y > 105 && y < 138 ? 255 : grey)
    const before = side([picture('before', true, lit)], [damage('d0', 'before', small)])
    expect((await verdictsOf(before, returned())).map(([verdict]) => verdict)).not.toContain('worsened')
  })
})

describe('new', () => {
  it('is not said where an earlier damage lies at the place on a picture that was not looked at for it', async () => {
    const views = ['a', 'b', 'c'].map((id) => picture(id, true, plain))
    const closeUp = picture('near', true, damaged, { is_close_up: true })
    const before = side([...views, closeUp], [damage('d0', 'near', ASIDE)])
    const verdicts = await verdictsOf(before, returned())
    expect(verdicts.map(([verdict]) => verdict)).toEqual(['uncertain'])
  })

  it('is not said where such a damage is noted for the part on no picture that was compared', async () => {
    const noted = damage('d0', 'nowhere', ASIDE, { sightings: [] })
    const before = side([picture('before', true, plain)], [noted])
    expect((await verdictsOf(before, returned()))[0]).toEqual(['uncertain', 'weak_match'])
    const other = side([picture('before', true, plain)], [{ ...noted, damage_type: 'scratch' }])
    expect((await verdictsOf(other, returned()))[0]?.[0]).toBe('new')
  })
})

describe('searchGrid', () => {
  it('answers a number wherever a thin outline lies', async () => {
    const grids = await networkOf(0.2).search(['now'])
    const grid = grids.get('now')
    if (!grid) throw new Error('no grid')
    for (let y = 100; y < 110; y += 0.1) {
      const line: Point[] = [
        [100, y],
        [220, y],
        [220, y + 0.2],
        [100, y + 0.2],
      ]
      expect(searchGrid(grid, [line], picture('now', false, plain))).toBeCloseTo(0.2)
    }
  })
})
