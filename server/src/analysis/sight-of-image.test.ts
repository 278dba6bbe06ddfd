import { describe, expect, it } from 'vitest'
import { judgedSightIdOf, sightIdOf } from './sight-of-image.ts'

const judged = { coverage_360: { sight_id: 'judged' } }
const details = { sight_id: 'named' }
const noted = { sight_id: 'noted' }

describe('sightIdOf', () => {
  it.each([
    [{ compliances: judged, details, additional_data: noted }, 'judged'],
    [{ compliances: {}, details, additional_data: noted }, 'named'],
    [{ compliances: null, additional_data: noted }, 'noted'],
    [{ compliances: { coverage_360: null }, additional_data: noted }, 'noted'],
    [{ compliances: { coverage_360: { sight_id: null } }, details: {}, additional_data: noted }, 'noted'],
    [{ compliances: null, additional_data: { sight_id: 7 } }, null],
    [{ compliances: { coverage_360: 'judged' }, additional_data: {} }, null],
  ])('of %j is %j', (told, sight) => {
    expect(sightIdOf(told)).toBe(sight)
  })
})

describe('judgedSightIdOf', () => {
  it('takes no sight that a client only noted', () => {
    expect(judgedSightIdOf(judged)).toBe('judged')
    expect(judgedSightIdOf({ ...noted })).toBeNull()
    expect(judgedSightIdOf(null)).toBeNull()
  })
})
