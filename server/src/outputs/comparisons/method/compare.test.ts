import { describe, expect, it } from 'vitest'
import {
  ASIDE,
  compareSides,
  DAMAGE,
  damage,
  damaged,
  inDamage,
  type Look,
  networkOf,
  picture,
  plain,
  returned,
  seen,
  side,
  verdictsOf,
} from '../../../../test/compare-scene.ts'
import type { DamageType } from '../../../core/contracts/damage-types.ts'
import type { Point } from '../../../core/contracts/findings.ts'
import { compare } from './compare.ts'
import type { Side } from './types.ts'

describe('compare', () => {
  it('calls a damage new where the place was seen well and nothing was there', async () => {
    const before = side([picture('before', true, plain)])
    const { places } = await compareSides(before, returned())
    const [place] = places
    expect(place?.reasons.map(({ reason }) => reason)).toEqual([
      'absent_and_visible',
      'searched_again',
      'would_have_shown',
    ])
    expect(place?.proposed_verdict).toBe('new')
    // The same outline on the earlier picture, where the camera stood aside.
    const [x, y] = place?.earlier?.polygons[0]?.[0] ?? [0, 0]
    expect(Math.hypot(x - (ASIDE[0]?.[0] ?? 0), y - (ASIDE[0]?.[1] ?? 0))).toBeLessThan(2)
    expect(place?.earlier).toMatchObject({ damage_id: null, image_id: 'before' })
  })

  it('calls it unchanged where the same damage was there, in other light', async () => {
    const dim: Look = (grey, x, y) => damaged(grey, x, y) * 0.7 + 20
    const before = side([picture('before', true, dim)], [damage('d0', 'before', ASIDE)])
    expect(await verdictsOf(before, returned())).toEqual([['unchanged', 'found_same_place', 'within_error']])
  })

  it('calls it worsened where it grew', async () => {
    const small = DAMAGE.map(([x, y]): Point => [163 + (x - 163) * 0.5, 121 + (y - 121) * 0.5])
    const before = side([picture('before', true, plain)], [damage('d0', 'before', small.map(seen))])
    expect(await verdictsOf(before, returned())).toEqual([['worsened', 'found_same_place', 'grown']])
  })

  it('is uncertain where the network saw something faint before', async () => {
    const before = side([picture('before', true, plain)])
    expect(await verdictsOf(before, returned(), networkOf(0.3))).toEqual([['uncertain', 'low_score_before']])
  })

  it('is uncertain where the place looks the same on both, whatever the network says', async () => {
    const before = side([picture('before', true, damaged)])
    expect(await verdictsOf(before, returned())).toEqual([['uncertain', 'weak_match']])
  })

  it('calls an earlier damage repaired where its place is seen and nothing is there', async () => {
    const before = side([picture('before', true, damaged)], [damage('d0', 'before', ASIDE)])
    const now = side([picture('now', false, plain)])
    expect(await verdictsOf(before, now)).toEqual([
      ['repaired', 'gone_and_visible', 'searched_again', 'would_have_shown'],
    ])
  })

  it.each<[string, Look]>([
    [
      'occluded',
      (grey, x, y) => (x > 120 && x < 206 && y > 85 && y < 158 ? 30 + ((x * 7 + y * 3) % 40) : grey),
    ],
    ['dark', (grey, x, y) => (inDamage(x, y) ? 5 : grey)],
    ['glare', (grey, x, y) => (inDamage(x, y) ? 255 : grey)],
  ])('does not compare what is %s', async (reason, look) => {
    const before = side([picture('before', true, look)])
    const [verdict, ...reasons] = (await verdictsOf(before, returned()))[0] ?? []
    expect(verdict).toBe('not_comparable')
    expect(reasons).toContain(reason)
  })

  it('never calls new what is on a part that no earlier picture shows', async () => {
    const before = side([picture('before', true, plain, { parts: [] })])
    expect(await verdictsOf(before, returned())).toEqual([['not_comparable', 'not_in_pictures']])
    expect(await verdictsOf(side([]), returned())).toEqual([['not_comparable', 'not_in_pictures']])
  })

  it('does not compare pictures that cannot be laid over each other', async () => {
    const before = side([picture('before', true, (_, x, y) => 100 + ((x * x + y * 31) % 17))])
    expect(await verdictsOf(before, returned())).toEqual([['not_comparable', 'not_aligned']])
  })

  it('places a damage without a part by the whole pictures', async () => {
    const now = side(
      [picture('now', false, damaged, { parts: [] })],
      [damage('d1', 'now', DAMAGE, { part_type: null })],
    )
    const before = side([picture('before', true, plain, { parts: [] })])
    expect((await verdictsOf(before, now))[0]?.[0]).toBe('new')
    const other = side([picture('before', true, (_, x, y) => 100 + ((x * x + y * 31) % 17), { parts: [] })])
    expect(await verdictsOf(other, now)).toEqual([['not_comparable', 'part_unknown']])
  })

  it('does not take the silence of the network for proof where only a person saw the damage', async () => {
    const person = damage('d1', 'now', DAMAGE, {
      is_added_by_person: true,
      damage_type: 'dent' satisfies DamageType,
    })
    const now = side([picture('now', false, damaged)], [person])
    expect((await verdictsOf(side([picture('before', true, plain)]), now))[0]?.[0]).toBe('uncertain')
  })

  it('answers the same, byte for byte', async () => {
    const before = () => side([picture('before', true, damaged)], [damage('d0', 'before', ASIDE)])
    const answer = async () => JSON.stringify(await compareSides(before(), returned()))
    expect(await answer()).toBe(await answer())
  })

  it('asks the network about no more pictures than it must', async () => {
    const searched = async (earlier: Side, later: Side) => {
      const network = networkOf()
      await compareSides(earlier, later, network)
      return network.searched
    }
    const clean = side([picture('before', true, plain), picture('roof', true, plain, { parts: [] })])
    // The place looks different: how sure the network is now counts, too.
    expect(await searched(clean, returned())).toEqual(['before', 'now'])
    const known = side([picture('before', true, damaged)], [damage('d0', 'before', ASIDE)])
    expect(await searched(known, returned())).toEqual([])
    const dark = side([picture('before', true, (grey, x, y) => (inDamage(x, y) ? 5 : grey))])
    expect(await searched(dark, returned())).toEqual([])
  })

  it('does not call new what a coarse network could not have seen, also if its manifest does not say so', async () => {
    const before = side([picture('before', true, plain)])
    for (const gridSide of [12, null]) {
      const { places } = await compare(before, returned(), gridSide, networkOf(0, 12).search)
      expect(places.map((place) => place.proposed_verdict)).not.toContain('new')
    }
  })

  it('names the panels that one side does not show', async () => {
    const before = side([picture('before', true, plain, { parts: [] })])
    expect((await compareSides(before, returned())).panels).toEqual({
      compared: [],
      not_seen_before: ['door_front_left'],
      not_seen_now: [],
    })
  })
})
