import { describe, expect, it } from 'vitest'
import type { FractionBox, ScoredDetection } from '../../detect-vehicle.ts'
import { sightOf } from '../../sights.ts'
import type { ViewpointName } from '../../viewpoint.ts'
import { type Compliances, complianceOf, hasVehicle, type Seen } from './compliance.ts'

const FACTS = { image_width: 4000, image_height: 3000, binary_size: 3_000_000 }
const WHOLE = 'fesc20-26n47kaO'
const SECTION = 'fesc20-iUN0g_Zn'
const MIDDLE = { left: 0.1, top: 0.3, right: 0.9, bottom: 0.8 }

/** A checkerboard: as sharp and as evenly lit as a picture can be. */
function board(dark = 60, bright = 190) {
  const pixels = new Uint8Array(256 * 192)
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = (((at % 256) >> 3) + ((at >> 8) >> 3)) & 1 ? bright : dark
  }
  return { pixels, width: 256, height: 192 }
}

function flat(gray: number) {
  return { pixels: new Uint8Array(256 * 192).fill(gray), width: 256, height: 192 }
}

function found(box: FractionBox, score = 0.9): ScoredDetection {
  const main = { kind: 'car' as const, score, box }
  return { vehicles: [main], main, score_max: score }
}

const nothing = (score_max = 0.01): ScoredDetection => ({ vehicles: [], main: null, score_max })

function seen(more: Partial<Seen> = {}): Seen {
  const sight = more.sightId ? sightOf(more.sightId) : null
  return {
    picture: board(),
    facts: FACTS,
    sightId: null,
    sight,
    direction: null,
    detection: null,
    seen_view: null,
    ...more,
  }
}

const asked = (sightId: string, detection: ScoredDetection | null) =>
  complianceOf(seen({ sightId, detection }))

describe('complianceOf', () => {
  it('passes a good picture nobody asked a sight of', () => {
    expect(complianceOf(seen())).toEqual({
      image_quality_assessment: {
        status: 'DONE',
        is_compliant: true,
        reasons: [],
        details: { blurriness_score: 1, overexposure_score: 1, underexposure_score: 0.75 },
        parameters: {},
      },
      compliance_status: 'compliant',
      compliance_issues: [],
      should_retake: false,
      image_analysis: {
        ...FACTS,
        orientation: 'landscape',
        predicted_image_type: 'unknown',
        blurriness: 1,
        overexposure: 1,
        underexposure: 0.75,
        lens_flare: 1,
      },
    })
  })

  it('passes a whole vehicle, with all it knows of it', () => {
    const direction = { azimuth: 90, source: 'sight' as const, trust: 0.9 }
    const result = complianceOf(seen({ sightId: WHOLE, detection: found(MIDDLE), direction }))
    expect(result).toMatchObject({
      compliance_status: 'compliant',
      compliance_issues: [],
      coverage_360: { status: 'DONE', is_compliant: true, reasons: [], sight_id: WHOLE },
      zoom_level: { status: 'DONE', is_compliant: true, reasons: [], details: { zoom_score: 0.6 } },
      image_analysis: { zoom: 0.6, predicted_image_type: 'beauty_shot' },
      vehicle_analysis: {
        is_vehicle_present: true,
        vehicle_fully_in_frame: true,
        ratio_of_vehicle_to_image_pixels: 0.4,
      },
      coverage_analysis: { is_compliant_with_sight: true, compliance_issues: [] },
    })
    expect(result.coverage_analysis?.probability_by_viewpoint).toMatchObject({ left: 0.9125, back: 0.0125 })
  })

  it('names every issue of quality to every generation of clients', () => {
    const result = complianceOf(seen({ picture: flat(5), facts: { ...FACTS, image_height: 639 } }))
    expect(result).toMatchObject({
      compliance_status: 'non_compliant',
      compliance_issues: ['low_resolution', 'blurriness', 'underexposure'],
      should_retake: true,
      image_quality_assessment: {
        is_compliant: false,
        reasons: [
          'LOW_RESOLUTION--the picture is too small',
          'BLURRINESS--the picture is blurred',
          'UNDEREXPOSURE--the picture is too dark',
        ],
      },
    })
  })

  it.each([
    [{ image_width: 640, image_height: 640 }, 'other', []],
    [{ image_width: 640, image_height: 900 }, 'portrait', []],
    [{ image_width: 639, image_height: 900 }, 'portrait', ['low_resolution']],
    [{ image_width: 900, image_height: 640 }, 'landscape', []],
  ])('judges the size %o', (size, orientation, issues) => {
    const result = complianceOf(seen({ facts: { ...FACTS, ...size } }))
    expect(result.image_analysis.orientation).toBe(orientation)
    expect(result.compliance_issues).toEqual(issues)
  })
})

describe('the vehicle in the picture', () => {
  const ALL = { left: 0, top: 0, right: 1, bottom: 1 }
  const FAR = { left: 0.4, top: 0.4, right: 0.6, bottom: 0.6 }
  const CUT = { left: 0.002, top: 0.2, right: 1, bottom: 0.8 }
  const CORNER = { left: 0, top: 0, right: 0.8, bottom: 0.8 }

  it.each<[string, ScoredDetection, Compliances['compliance_issues']]>([
    ['is not there', nothing(), ['no_vehicle']],
    ['is perhaps there', nothing(0.06), []],
    ['is doubtful and fills the picture', found(ALL, 0.29), []],
    ['fills the picture', found(ALL), ['too_zoomed']],
    ['is far away', found(FAR), ['not_zoomed_enough']],
    ['is cut at both ends', found(CUT), ['vehicle_not_fully_in_frame']],
    ['touches a corner', found(CORNER), []],
    ['is in the middle', found(MIDDLE), []],
  ])('%s', (_, detection, issues) => {
    expect(asked(WHOLE, detection).compliance_issues).toEqual(issues)
    // A section of a vehicle, or a picture nobody asked a sight of, is never refused for any of this.
    expect(asked(SECTION, detection).compliance_issues).toEqual([])
    expect(complianceOf(seen({ detection })).compliance_issues).toEqual([])
    expect(asked(SECTION, detection).image_analysis).not.toHaveProperty('zoom')
  })

  it('that is missing is named to each generation in its own words and place', () => {
    const result = asked(WHOLE, nothing())
    expect(result).toMatchObject({
      should_retake: true,
      image_quality_assessment: { is_compliant: true, reasons: [] },
      coverage_360: { is_compliant: false, reasons: ['NO_CAR_BODY--no vehicle is seen'] },
      vehicle_analysis: { is_vehicle_present: false },
      coverage_analysis: { is_compliant_with_sight: false, compliance_issues: ['no_vehicle'] },
    })
    expect(result).not.toHaveProperty('zoom_level')
  })

  it('that fills the picture is an issue of zoom alone, and no refusal to clients that drop its reason', () => {
    expect(asked(WHOLE, found(ALL))).toMatchObject({
      compliance_status: 'non_compliant',
      compliance_issues: ['too_zoomed'],
      should_retake: true,
      coverage_360: { is_compliant: true, reasons: [] },
      zoom_level: { is_compliant: true, reasons: ['TOO_ZOOMED--the vehicle fills the picture'] },
      coverage_analysis: { is_compliant_with_sight: true },
      image_analysis: { zoom: 0.001, predicted_image_type: 'close_up' },
    })
  })

  it('is claimed to be absent only where the whole of it was asked for', () => {
    expect(hasVehicle(seen({ sightId: WHOLE, detection: nothing() }))).toBe(false)
    expect(hasVehicle(seen({ sightId: WHOLE, detection: nothing(0.06) }))).toBeNull()
    expect(hasVehicle(seen({ sightId: SECTION, detection: nothing() }))).toBeNull()
    expect(hasVehicle(seen({ sightId: SECTION, detection: found(ALL) }))).toBe(true)
    expect(hasVehicle(seen({ sightId: WHOLE }))).toBeNull()
    expect(asked(SECTION, nothing()).vehicle_analysis).toEqual({})
  })
})

describe('a sight', () => {
  const seenFrom = (prediction: ViewpointName, confidence = 0.9) =>
    complianceOf(seen({ sightId: WHOLE, detection: found(MIDDLE), seen_view: { prediction, confidence } }))

  it('of another side than the picture shows is refused, in words of every generation', () => {
    // The sight wants the left side.
    expect(seenFrom('right')).toMatchObject({
      compliance_status: 'non_compliant',
      compliance_issues: ['wrong_angle'],
      should_retake: true,
      coverage_360: { is_compliant: false, reasons: ['WRONG_ANGLE--another side of the vehicle is seen'] },
      coverage_analysis: { is_compliant_with_sight: false, compliance_issues: ['wrong_angle'] },
    })
    expect(seenFrom('back').compliance_issues).toEqual(['wrong_angle'])
  })

  it('is not doubted for a step aside, nor by a network that is not sure', () => {
    for (const near of ['left', 'front_left', 'back_left'] as const)
      expect(seenFrom(near).compliance_issues).toEqual([])
    expect(seenFrom('right', 0.8).compliance_issues).toEqual([])
  })

  it('that the catalogue does not have is an issue, but no reason to take the picture again', () => {
    const result = asked('fesc20-nowhere0', found(MIDDLE))
    expect(result).toMatchObject({
      compliance_status: 'unknown',
      compliance_issues: ['unknown_sight'],
      should_retake: false,
      // The oldest clients ignore exactly this reason, letter by letter.
      coverage_360: { is_compliant: true, reasons: ['UNKNOWN_SIGHT--unknown sight'] },
      coverage_analysis: { compliance_issues: ['unknown_sight'] },
    })
    expect(result.coverage_analysis).not.toHaveProperty('is_compliant_with_sight')
  })

  it('is not claimed to be shown when nobody looked for the vehicle', () => {
    const result = asked(WHOLE, null)
    expect(result).toMatchObject({ compliance_status: 'compliant', coverage_360: { is_compliant: true } })
    expect(result).not.toHaveProperty('vehicle_analysis')
    expect(result).not.toHaveProperty('zoom_level')
    expect(result.coverage_analysis).toEqual({ compliance_issues: [] })
  })

  it.each([flat(0), flat(128), flat(255), board(0, 255), { pixels: new Uint8Array(1), width: 1, height: 1 }])(
    'or none: there is no null and no score outside 0.001 to 1, picture %#',
    (picture) => {
      for (const sightId of [null, 'x', WHOLE, SECTION]) {
        for (const detection of [null, nothing(), found(MIDDLE)]) {
          const result = complianceOf(seen({ picture, sightId, detection }))
          expect(JSON.stringify(result)).not.toContain('null')
          const { blurriness, overexposure, underexposure, lens_flare, zoom = 1 } = result.image_analysis
          for (const score of [blurriness, overexposure, underexposure, lens_flare, zoom]) {
            expect(score).toBeGreaterThanOrEqual(0.001)
            expect(score).toBeLessThanOrEqual(1)
          }
        }
      }
    },
  )
})
