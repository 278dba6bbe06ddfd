import { describe, expect, it } from 'vitest'
import type { FreeObject } from '../core/contracts/schema.ts'
import { sightOf } from './sights.ts'
import { directionOf, probabilities, viewpointOf } from './viewpoint.ts'

const hints = (sightId: string | null, additional_data: FreeObject = {}, centers_on?: unknown) => ({
  sight: sightId ? sightOf(sightId) : null,
  additional_data,
  detailed_viewpoint: centers_on === undefined ? null : { centers_on },
})

describe('directionOf', () => {
  it.each([
    [
      'a person',
      { ...hints('fesc20-26n47kaO', { alpha: 5 }), seen_from: 'back' as const },
      { azimuth: 180, source: 'person' },
    ],
    ['a sight', hints('fesc20-26n47kaO', { alpha: 5 }, ['back']), { azimuth: 90, source: 'sight' }],
    ['a frame of a walk-around', hints(null, { alpha: -90 }), { azimuth: 270, source: 'alpha' }],
    ['a side', hints(null, {}, ['back_left']), { azimuth: 135, source: 'centers_on' }],
    ['a part', hints(null, {}, 'door_front_right'), { azimuth: 270, source: 'centers_on' }],
    ['two sides', hints(null, {}, ['front', 'left']), { azimuth: 45, source: 'centers_on' }],
  ])('of %s', (_, given, expected) => {
    expect(directionOf(given)).toMatchObject(expected)
  })

  it.each([
    ['nothing is said', hints(null)],
    ['the sight is inside', hints('all-1c89235c', { alpha: 5 })],
    ['the angle is no number', hints(null, { alpha: '5' })],
    ['the sides are opposite', hints(null, {}, ['left', 'right'])],
    ['it centres on no side', hints(null, {}, ['dashboard', 7])],
  ])('is not known when %s', (_, given) => {
    expect(directionOf(given)).toBeNull()
  })

  it('trusts a sight more than a side the client names, and that more than an angle from an assumed front', () => {
    const trusts = [hints('fesc20-26n47kaO'), hints(null, {}, ['left']), hints(null, { alpha: 90 })].map(
      (given) => directionOf(given)?.trust ?? 0,
    )
    expect(trusts).toEqual(trusts.toSorted((a, b) => b - a))
    expect(new Set(trusts).size).toBe(3)
  })
})

describe('probabilities', () => {
  it.each([0, 22, 45, 100, 270, 359])('sum to 1 and peak at the nearest viewpoint, %i degrees', (azimuth) => {
    const direction = { azimuth, source: 'sight' as const, trust: 0.9 }
    const shares = probabilities(direction)
    const values = Object.values(shares)
    expect(values.reduce((sum, value) => sum + value)).toBeCloseTo(1, 3)
    const { prediction, confidence } = viewpointOf(direction)
    expect(shares[prediction]).toBe(Math.max(...values))
    expect(confidence).toBe(shares[prediction])
  })

  it('are shared between two neighbours by angle', () => {
    expect(probabilities({ azimuth: 350, source: 'alpha', trust: 0.6 })).toMatchObject({
      front: 0.5167,
      front_right: 0.1833,
      left: 0.05,
    })
  })
})
