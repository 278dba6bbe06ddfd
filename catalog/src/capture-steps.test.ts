import { describe, expect, it } from 'vitest'
import { CAPTURE_STEP_NAMES, CAPTURE_STEPS, findCaptureStep, stepsOfWalk, WALKS } from './capture-steps.ts'

describe('stepsOfWalk', () => {
  it.each(WALKS)('has %i different steps, evenly around the vehicle, each in the table', (walk) => {
    const steps = stepsOfWalk(walk)
    expect(new Set(steps).size).toBe(walk)
    expect(steps.toSorted()).toEqual(steps)
    for (const [n, name] of steps.entries())
      expect(CAPTURE_STEPS[name]).toEqual({ kind: 'walk', azimuth: (n * 360) / walk, shows: 'vehicle' })
  })

  it('walks of different sizes share the steps that stand in the same place', () => {
    expect(stepsOfWalk(8).filter((name) => stepsOfWalk(16).includes(name))).toHaveLength(8)
    expect(stepsOfWalk(8).filter((name) => stepsOfWalk(12).includes(name))).toHaveLength(4)
  })
})

describe('steps', () => {
  it('have names that can stand in a URL and a key', () => {
    for (const name of CAPTURE_STEP_NAMES) expect(name).toMatch(/^[a-z][a-z0-9_]{1,40}$/)
    expect(CAPTURE_STEP_NAMES).toHaveLength(24 + 9 + 4)
  })

  it('a name of nothing is none', () => {
    expect(findCaptureStep('constructor')).toBeUndefined()
  })
})
