import { describe, expect, it } from 'vitest'
import { moveStep, needOf, replaceWalk, stepWith } from './profile-steps.ts'

const steps = [stepWith('around_000', 'passed'), stepWith('vin', 'optional')]

describe('the steps of a profile', () => {
  it('have a walk of another length, as strict as the one before, in front of the rest', () => {
    const changed = replaceWalk(steps, 8)
    expect(changed.map(({ step }) => step)).toEqual([
      ...['000', '045', '090', '135', '180', '225', '270', '315'].map((angle) => `around_${angle}`),
      'vin',
    ])
    expect(changed.map(needOf)).toEqual([...Array(8).fill('passed'), 'optional'])
  })

  it('move by one, and not past the ends', () => {
    expect(moveStep(steps, 0, 1).map(({ step }) => step)).toEqual(['vin', 'around_000'])
    expect(moveStep(steps, 0, -1)).toEqual(steps)
    expect(moveStep(steps, 1, 1)).toEqual(steps)
  })
})
