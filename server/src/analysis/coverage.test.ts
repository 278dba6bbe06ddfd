import { describe, expect, it } from 'vitest'
import { PART_TYPES } from '../core/contracts/part-types.ts'
import { type CoveringImage, coverageOf } from './coverage.ts'
import { PART_VISIBILITY } from './part-visibility.ts'
import { VIEWPOINTS, type ViewpointName } from './viewpoint.ts'

function image(more: Partial<CoveringImage>): CoveringImage {
  return {
    deleted_at: null,
    image_type: 'beauty_shot',
    additional_data: {},
    detailed_viewpoint: null,
    compliances: { compliance_status: 'compliant' },
    ...more,
  }
}
const frame = (alpha: number) => image({ additional_data: { alpha } })
const at = (sight_id: string) => image({ additional_data: { sight_id } })
const walk = (count: number) => Array.from({ length: count }, (_, index) => frame(index * 5))

// Front, back and the six full views all around.
const ROUND = [
  'fesc20-H1dfdfvH',
  'fesc20-bD8CBhYZ',
  'fesc20-26n47kaO',
  'fesc20-T4dIGLgy',
  'fesc20-X8k7UFGf',
  'fesc20-EJ0tXYBW',
  'fesc20-HYz5ziHi',
  'fesc20-0mJeXBDf',
]

describe('coverageOf', () => {
  it('is nothing without pictures', () => {
    expect(coverageOf([])).toEqual({
      ring: { segments: 72, covered: 0, share: 0, is_complete: false },
      buckets: { count: 6, covered: 0, is_complete: false },
      viewpoints: { covered: [], missing: expect.arrayContaining(['front', 'back_left']) },
      parts: { share: 0, missing: [...PART_VISIBILITY.keys()] },
    })
  })

  it.each([
    [62, false],
    [63, true],
    [72, true],
  ])('takes a walk-around of %i segments for complete: %s', (count, is_complete) => {
    expect(coverageOf(walk(count)).ring).toMatchObject({ covered: count, is_complete })
  })

  it('takes eight photos all around for whole, though they fill little of the ring', () => {
    const coverage = coverageOf(ROUND.map(at))
    expect(coverage.ring).toMatchObject({ covered: 8, is_complete: false })
    expect(coverage.buckets).toEqual({ count: 6, covered: 6, is_complete: true })
    expect(coverage.viewpoints.missing).toEqual([])
    expect(coverage.parts).toEqual({ share: 1, missing: [] })
  })

  it('counts what the pixels show where the client says nothing, or another side', () => {
    const seen = (prediction: ViewpointName, more: Partial<CoveringImage> = {}) =>
      image({ viewpoint: { prediction, confidence: 0.9 }, ...more })
    expect(coverageOf(VIEWPOINTS.map((name) => seen(name))).viewpoints.missing).toEqual([])
    const asked = { additional_data: { sight_id: 'fesc20-H1dfdfvH' } }
    expect(coverageOf([image(asked)]).viewpoints.covered).toEqual(['front'])
    expect(coverageOf([seen('back', asked)]).viewpoints.covered).toEqual(['back'])
    // A frame's own angle is finer than its viewpoint.
    const frames = [60, 65, 70].map((alpha) => seen('left', { additional_data: { alpha } }))
    expect(coverageOf(frames).ring.covered).toBe(3)
  })

  it('names the side that nobody photographed', () => {
    const { viewpoints, parts } = coverageOf(
      ROUND.filter((id) => !['fesc20-HYz5ziHi', 'fesc20-EJ0tXYBW', 'fesc20-0mJeXBDf'].includes(id)).map(at),
    )
    expect(viewpoints.missing).toEqual(['back_right', 'right', 'front_right'])
    expect(parts.missing).toContain('door_front_right')
    expect(parts.missing).not.toContain('door_front_left')
    expect(parts.missing).not.toContain('bumper_back')
    expect(parts.share).toBeGreaterThan(0.5)
    expect(parts.share).toBeLessThan(0.9)
  })

  it('does not count parts on a picture that failed its check or has none yet', () => {
    const failed = { compliances: { compliance_status: 'non_compliant' } }
    const images = ROUND.map((id) => ({ ...at(id), ...failed }))
    expect(coverageOf(images).parts.share).toBe(0)
    expect(coverageOf(images).buckets.is_complete).toBe(true)
    expect(coverageOf(ROUND.map((id) => ({ ...at(id), compliances: null }))).parts.share).toBe(0)
  })

  it('counts neither deleted pictures nor close-ups, but the part a close-up is of', () => {
    expect(coverageOf([{ ...frame(0), deleted_at: 'yesterday' }]).ring.covered).toBe(0)
    const closeUp = image({ image_type: 'close_up', detailed_viewpoint: { centers_on: ['hood'] } })
    const { ring, parts } = coverageOf([closeUp])
    expect(ring.covered).toBe(0)
    expect(parts.missing).toHaveLength(PART_VISIBILITY.size - 1)
    expect(parts.missing).not.toContain('hood')
    // The sight of a wheel close by.
    expect(coverageOf([at('fesc20-YPcJPAZE')]).parts.missing).not.toContain('wheel_front_left')
  })

  it('reads the sight that was judged before the one that was noted', () => {
    const judged = image({
      additional_data: { sight_id: 'fesc20-H1dfdfvH' },
      compliances: { compliance_status: 'compliant', coverage_360: { sight_id: 'fesc20-X8k7UFGf' } },
    })
    expect(coverageOf([judged]).viewpoints.covered).toEqual(['back'])
  })

  it('counts for a section only what is in front of the camera', () => {
    const { missing } = coverageOf([at('fesc20-GdIxD-_N')]).parts
    expect(missing).not.toContain('head_light_left')
    expect(missing).toContain('door_back_left')
    expect(missing).toContain('hood')
  })
})

describe('PART_VISIBILITY', () => {
  it('names parts of the wire, and mirrors left and right', () => {
    for (const [part, { azimuth, reach }] of PART_VISIBILITY) {
      expect(PART_TYPES).toContain(part)
      const twin = PART_VISIBILITY.get(part.replace(/left$/, 'right'))
      if (part.endsWith('left')) expect(twin).toMatchObject({ azimuth: 360 - azimuth, reach })
    }
  })
})
