import { QUALITY_THRESHOLDS, type QualityPixels, type QualityScores, scoreQuality } from './quality.ts'

/** Stored with every result: a change of measure or threshold is a new version. */
export const COMPLIANCE_VERSION = 'quality-1'

export const COMPLIANCE_ISSUES = [
  'low_resolution',
  'blurriness',
  'underexposure',
  'overexposure',
  'lens_flare',
] as const
export type ComplianceIssue = (typeof COMPLIANCE_ISSUES)[number]

// The oldest clients get the code in capitals, and may show the text after it.
const ISSUE_TEXTS: Record<ComplianceIssue, string> = {
  low_resolution: 'the picture is too small',
  blurriness: 'the picture is blurred',
  underexposure: 'the picture is too dark',
  overexposure: 'the picture is too bright',
  lens_flare: 'a light dazzles the camera',
}

/** What is known of a picture without its pixels; the sizes are those of the upright picture. */
export type PictureFacts = { image_width: number; image_height: number; binary_size: number }

type Check = { status: 'DONE'; is_compliant: boolean; reasons: string[] }

/** One object for all client generations. What was not judged is absent: the oldest crash on a null. */
export type Compliances = {
  image_quality_assessment: Check & {
    details: { blurriness_score: number; overexposure_score: number; underexposure_score: number }
    parameters: Record<string, never>
  }
  coverage_360?: Check & { sight_id: string; parameters: { sight_id: string } }
  compliance_status: 'compliant' | 'non_compliant'
  compliance_issues: ComplianceIssue[]
  should_retake: boolean
  image_analysis: PictureFacts & QualityScores & { orientation: 'landscape' | 'portrait' | 'other' }
}

/** For a picture that could not be checked: no verdict, and nothing that makes a client wait for one. */
export const UNKNOWN_COMPLIANCES = {
  image_quality_assessment: { status: 'DONE', is_compliant: true, reasons: [], parameters: {} },
  compliance_status: 'unknown',
  compliance_issues: [],
  should_retake: false,
} as const

export function complianceOf(picture: QualityPixels, facts: PictureFacts, sightId?: string): Compliances {
  const scores = scoreQuality(picture)
  const issues = issuesOf(scores, facts)
  const compliant = issues.length === 0
  return {
    image_quality_assessment: {
      status: 'DONE',
      is_compliant: compliant,
      reasons: issues.map((issue) => `${issue.toUpperCase()}--${ISSUE_TEXTS[issue]}`),
      details: {
        blurriness_score: scores.blurriness,
        overexposure_score: scores.overexposure,
        underexposure_score: scores.underexposure,
      },
      parameters: {},
    },
    ...(sightId === undefined ? {} : { coverage_360: unjudgedCoverage(sightId) }),
    compliance_status: compliant ? 'compliant' : 'non_compliant',
    compliance_issues: issues,
    should_retake: !compliant,
    image_analysis: { ...facts, orientation: orientationOf(facts), ...scores },
  }
}

function issuesOf(scores: QualityScores, { image_width, image_height }: PictureFacts) {
  const { SCORE_MIN, SHORT_SIDE_MIN_PX } = QUALITY_THRESHOLDS
  const found: Record<ComplianceIssue, boolean> = {
    low_resolution: Math.min(image_width, image_height) < SHORT_SIDE_MIN_PX,
    blurriness: scores.blurriness < SCORE_MIN,
    underexposure: scores.underexposure < SCORE_MIN,
    overexposure: scores.overexposure < SCORE_MIN,
    lens_flare: scores.lens_flare < SCORE_MIN,
  }
  return COMPLIANCE_ISSUES.filter((issue) => found[issue])
}

// Whether the picture shows its sight is not judged. The client that asked waits for an answer and ignores
// exactly this reason, letter by letter.
function unjudgedCoverage(sightId: string) {
  return {
    status: 'DONE' as const,
    is_compliant: true,
    reasons: ['UNKNOWN_SIGHT--unknown sight'],
    // The interface specification names the sight here, the published clients among the parameters.
    sight_id: sightId,
    parameters: { sight_id: sightId },
  }
}

function orientationOf({ image_width, image_height }: PictureFacts) {
  if (image_width === image_height) return 'other'
  return image_width > image_height ? 'landscape' : 'portrait'
}
