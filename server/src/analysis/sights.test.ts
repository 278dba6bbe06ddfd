import { CAPTURE_STEP_NAMES } from '@walkaround/catalog/capture-steps'
import { nearestViewpoint, VIEWPOINTS } from '@walkaround/catalog/image-types'
import { describe, expect, it } from 'vitest'
import { WHEEL_NAMES } from '../core/contracts/findings.ts'
import { SIGHT_IDS, sightOf } from './sights.ts'

const all = [...SIGHT_IDS, ...CAPTURE_STEP_NAMES].map((id) => ({ id, sight: sightOf(id) }))

describe('sightOf', () => {
  it('knows the 449 sights of the catalogue, the steps of a guided capture, and no other', () => {
    expect(all).toHaveLength(449 + 37)
    expect(sightOf('fesc20-nowhere0')).toBeNull()
    expect(sightOf('constructor')).toBeNull()
  })

  it.each([
    ['fesc20-H1dfdfvH', { label: 'front-low', azimuth: 0, whole_vehicle: true, zone: 'front' }],
    ['fesc20-bD8CBhYZ', { label: 'beauty-shot-left', azimuth: 34, whole_vehicle: true, zone: 'front_left' }],
    ['fesc20-iUN0g_Zn', { label: 'lateral-left', azimuth: 93, zone: 'left', whole_vehicle: false }],
    // Labelled left as its twin is, but drawn from the right side.
    ['fesc20-xDFQNR3C', { label: 'lateral-left', azimuth: 267, zone: 'right', close_up: false }],
    // The published position is the tilt of the camera.
    ['audia7-I0cOpT1e', { label: 'front', azimuth: 0 }],
    ['audia7-fDKWkHHp', { label: 'doors-right', azimuth: 270 }],
    // The catalogue names the right wheel; label and position say left.
    ['ff150-7vyfzrVQ', { wheel_name: 'wheel_back_left', close_up: true, zone: 'wheel' }],
    ['all-1c89235c', { category: 'interior', azimuth: null, close_up: true, zone: 'interior' }],
  ])('%s', (id, facts) => {
    expect(sightOf(id)).toMatchObject(facts)
  })

  it('has facts that fit together', () => {
    for (const { id, sight } of all) {
      if (!sight) throw new Error(id)
      const { azimuth, category, label, close_up, whole_vehicle, wheel_name, zone } = sight
      expect([...VIEWPOINTS, 'wheel', 'roof', 'undercarriage', 'interior', 'other'], id).toContain(zone)
      expect(close_up && whole_vehicle, id).toBe(false)
      if (category === 'exterior') expect(azimuth, id).toBeTypeOf('number')
      if (category !== 'exterior') expect(close_up, id).toBe(true)
      if (wheel_name) expect(WHEEL_NAMES, id).toContain(wheel_name)
      if (azimuth === null || label === 'lateral-left') continue
      expect(azimuth, id).toBeGreaterThanOrEqual(0)
      expect(azimuth, id).toBeLessThan(360)
      if (label.includes('left')) expect(nearestViewpoint(azimuth), id).not.toContain('right')
      if (label.includes('right')) expect(nearestViewpoint(azimuth), id).not.toContain('left')
      if (label.startsWith('front')) expect(nearestViewpoint(azimuth), id).not.toContain('back')
      if (label.startsWith('rear')) expect(nearestViewpoint(azimuth), id).not.toContain('front')
    }
  })
})
