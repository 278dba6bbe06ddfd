import { describe, expect, it } from 'vitest'
import { complianceOf } from './compliance.ts'

const FACTS = { image_width: 4000, image_height: 3000, binary_size: 3_000_000 }

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

describe('complianceOf', () => {
  it('passes a good picture', () => {
    expect(complianceOf(board(), FACTS)).toEqual({
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
        blurriness: 1,
        overexposure: 1,
        underexposure: 0.75,
        lens_flare: 1,
      },
    })
  })

  it('names every issue to every generation of clients', () => {
    const result = complianceOf(flat(5), { ...FACTS, image_height: 639 })
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
    const result = complianceOf(board(), { ...FACTS, ...size })
    expect(result.image_analysis.orientation).toBe(orientation)
    expect(result.compliance_issues).toEqual(issues)
  })

  it('does not claim to have judged a sight', () => {
    expect(complianceOf(board(), FACTS, 'fesc20-H1dfdfvH').coverage_360).toEqual({
      status: 'DONE',
      is_compliant: true,
      reasons: ['UNKNOWN_SIGHT--unknown sight'],
      sight_id: 'fesc20-H1dfdfvH',
      parameters: { sight_id: 'fesc20-H1dfdfvH' },
    })
    expect(complianceOf(board(), FACTS)).not.toHaveProperty('coverage_360')
  })

  it.each([flat(0), flat(128), flat(255), board(0, 255), { pixels: new Uint8Array(1), width: 1, height: 1 }])(
    'has no null and no score outside 0.001 to 1, picture %#',
    (picture) => {
      const result = complianceOf(picture, FACTS, 'x')
      expect(JSON.stringify(result)).not.toContain('null')
      const { blurriness, overexposure, underexposure, lens_flare } = result.image_analysis
      for (const score of [blurriness, overexposure, underexposure, lens_flare]) {
        expect(score).toBeGreaterThanOrEqual(0.001)
        expect(score).toBeLessThanOrEqual(1)
      }
    },
  )
})
