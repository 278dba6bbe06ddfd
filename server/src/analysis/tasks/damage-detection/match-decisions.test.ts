import { describe, expect, it } from 'vitest'
import type { DecidedDamage } from '../../../findings/damages/replace-damages.ts'
import type { FusedDamage } from './fuse-damages.ts'
import { matchDecisions } from './match-decisions.ts'

type Seen = Record<string, number>

/** Boxes of 20 pixels, by the picture and how far to the right. */
const viewsOf = (seen: Seen) =>
  Object.entries(seen).map(([image_id, xmin]) => ({
    image_id,
    bounding_box: { xmin, ymin: 10, width: 20, height: 20 },
  }))

function finding(damage_type: FusedDamage['damage_type'], seen: Seen): FusedDamage {
  return {
    damage_type,
    confidence: 0.8,
    part_type: 'hood',
    part_confidence: 0.8,
    part_source: 'pixels',
    size_cm: null,
    size_cm_low: null,
    size_cm_high: null,
    scale_source: null,
    views: viewsOf(seen).map((view) => ({ ...view, polygons: [], confidence: 0.8 })),
  }
}

function decision(id: string, damage_type: DecidedDamage['damage_type'], seen: Seen): DecidedDamage {
  return { id, damage_type, is_deleted: true, views: viewsOf(seen) }
}

/** The ids of the decisions on each finding. */
function match(found: FusedDamage[], decided: DecidedDamage[]): string[][] {
  const decisions = matchDecisions(found, decided)
  return found.map((each) => (decisions.get(each) ?? []).map(({ id }) => id))
}

describe('matchDecisions', () => {
  it.each([
    ['in the same place', { a: 40 }, [['1']]],
    ['half of the union away', { a: 46 }, [['1']]],
    ['farther away', { a: 48 }, [[]]],
    ['on another picture', { b: 40 }, [[]]],
  ])('a finding %s is decided as %j: %j', (_, seen, decisions) => {
    expect(match([finding('dent', { a: 40 })], [decision('1', 'scratch', seen)])).toEqual(decisions)
  })

  it('leaves what else is found in the same place open', () => {
    const scratch = finding('scratch', { a: 41 })
    const dent = finding('dent', { a: 40 })
    // The one of the same type, though the other lies nearer.
    expect(match([scratch, dent], [decision('1', 'scratch', { a: 40 })])).toEqual([['1'], []])
    // Of two of one type, or of another, the one that overlaps most.
    expect(match([scratch, dent], [decision('1', 'rustiness', { a: 40 })])).toEqual([[], ['1']])
    expect(match([finding('dent', { a: 43 }), dent], [decision('1', 'dent', { a: 40 })])).toEqual([[], ['1']])
  })

  it('goes by all pictures of a damage, so that one decision is not about two findings', () => {
    const once = finding('dent', { a: 40 })
    const twice = finding('dent', { a: 42, b: 42 })
    expect(match([once, twice], [decision('1', 'dent', { a: 40, b: 40 })])).toEqual([[], ['1']])
  })

  it('is about each of the findings that a new run makes of one damage', () => {
    const found = [finding('dent', { a: 40 }), finding('dent', { b: 40 })]
    expect(match(found, [decision('1', 'dent', { a: 40, b: 40 })])).toEqual([['1'], ['1']])
  })

  it('keeps a damage of which only a piece was decided on', () => {
    // A new run may take one scratch, which was rejected, for one of several that another picture shows as well.
    const scattered = finding('scattered_scratches', { a: 10, b: 40 })
    expect(match([scattered], [decision('1', 'scratch', { b: 40 })])).toEqual([[]])
    expect(match([scattered], [decision('1', 'scattered_scratches', { b: 40 })])).toEqual([['1']])
    expect(match([scattered], [decision('1', 'scratch', { a: 10, b: 40 })])).toEqual([['1']])
  })

  it('gives each of two findings in one place its own decision', () => {
    const found = [finding('dent', { a: 40 }), finding('scratch', { a: 40 })]
    const decided = [decision('1', 'scratch', { a: 40 }), decision('2', 'dent', { a: 40 })]
    expect(match(found, decided)).toEqual([['2'], ['1']])
  })
})
