import { areaOf, type ScoredDetection } from '../../detect-vehicle.ts'
import { type QualityPixels, type QualityScores, scoreQuality } from '../../quality.ts'
import { round } from '../../round.ts'
import type { Sight } from '../../sights.ts'
import { type Direction, isWrongSide, probabilities, type Viewpoint } from '../../viewpoint.ts'
import {
  believeVehicle,
  COMPLIANCE_ISSUES,
  COVERAGE_ISSUES,
  type ComplianceIssue,
  framingIssues,
  isAbsent,
  QUALITY_ISSUES,
  qualityIssues,
  reasonsOf,
  ZOOM_ISSUES,
} from './compliance-issues.ts'
import { edgesCut, zoomOf } from './zoom.ts'

/** Stored with every result: a change of measure or threshold is a new version. */
export const COMPLIANCE_VERSION = 'quality-3'

/** What is known of a picture without its pixels; the sizes are those of the upright picture. */
export type PictureSizes = { image_width: number; image_height: number; binary_size: number }

export type Seen = {
  picture: QualityPixels
  facts: PictureSizes
  /** The sight the client asked to judge, whether or not it is known. */
  sightId: string | null
  sight: Sight | null
  direction: Direction | null
  /** Null when nobody looked for a vehicle: the picture is not of one, or the model is not there. */
  detection: ScoredDetection | null
  /** From where a person says that the vehicle is seen, or else the pixels; null where neither is sure, or nobody looked. */
  seen_view: Viewpoint | null
}

type Check = { status: 'DONE'; is_compliant: boolean; reasons: string[] }
type VehicleAnalysis = {
  is_vehicle_present?: boolean
  vehicle_fully_in_frame?: boolean
  ratio_of_vehicle_to_image_pixels?: number
}

/** One object for all client generations. What was not judged is absent: the oldest crash on a null. */
export type Compliances = {
  image_quality_assessment: Check & {
    details: { blurriness_score: number; overexposure_score: number; underexposure_score: number }
    parameters: Record<string, never>
  }
  coverage_360?: Check & { sight_id: string; parameters: { sight_id: string } }
  zoom_level?: Check & { details: { zoom_score: number } }
  compliance_status: 'compliant' | 'non_compliant' | 'unknown'
  compliance_issues: ComplianceIssue[]
  should_retake: boolean
  image_analysis: PictureSizes &
    QualityScores & {
      orientation: 'landscape' | 'portrait' | 'other'
      predicted_image_type: 'unknown' | 'beauty_shot' | 'close_up'
      zoom?: number
    }
  vehicle_analysis?: VehicleAnalysis
  coverage_analysis?: {
    is_compliant_with_sight?: boolean
    compliance_issues: ComplianceIssue[]
    probability_by_viewpoint?: Record<string, number>
  }
}

/** For a picture that could not be checked: no verdict, and nothing that makes a client wait for one. */
export const UNKNOWN_COMPLIANCES = {
  image_quality_assessment: { status: 'DONE', is_compliant: true, reasons: [], parameters: {} },
  compliance_status: 'unknown',
  compliance_issues: [],
  should_retake: false,
} as const

export function complianceOf(seen: Seen): Compliances {
  const scores = scoreQuality(seen.picture)
  const issues = issuesOf(seen, scores)
  const zoom = judgedZoom(seen)
  const quality = among(issues, QUALITY_ISSUES)
  // Another picture would not make its sight known.
  const mendable = issues.filter((issue) => issue !== 'unknown_sight')
  return {
    image_quality_assessment: {
      ...checkOf(quality),
      details: {
        blurriness_score: scores.blurriness,
        overexposure_score: scores.overexposure,
        underexposure_score: scores.underexposure,
      },
      parameters: {},
    },
    ...(seen.sightId === null ? {} : { coverage_360: coverageCheck(seen.sightId, issues) }),
    ...(zoom === null ? {} : { zoom_level: { ...zoomCheck(issues), details: { zoom_score: zoom } } }),
    compliance_status: mendable.length > 0 ? 'non_compliant' : issues.length > 0 ? 'unknown' : 'compliant',
    compliance_issues: issues,
    should_retake: mendable.length > 0,
    image_analysis: {
      ...seen.facts,
      orientation: orientationOf(seen.facts),
      predicted_image_type: predictedTypeOf(seen.detection),
      ...(zoom === null ? {} : { zoom }),
      ...scores,
    },
    ...(seen.detection ? { vehicle_analysis: vehicleAnalysis(seen, seen.detection) } : {}),
    ...coverageAnalysis(seen, issues),
  }
}

function issuesOf(seen: Seen, scores: QualityScores): ComplianceIssue[] {
  const found = new Set([
    ...qualityIssues(scores, seen.facts),
    ...(seen.sightId !== null && !seen.sight ? (['unknown_sight'] as const) : []),
    ...(seen.detection && isWhole(seen) ? framingIssues(seen.detection) : []),
    ...(isTakenElsewhere(seen) ? (['wrong_angle'] as const) : []),
  ])
  return COMPLIANCE_ISSUES.filter((issue) => found.has(issue))
}

/** Sends a person back to the car, so the network must be surer of the side than to name a part by it. */
const WRONG_ANGLE_CONFIDENCE_MIN = 0.85

function isTakenElsewhere({ sightId, sight, seen_view }: Seen): boolean {
  const isSure = seen_view !== null && seen_view.confidence >= WRONG_ANGLE_CONFIDENCE_MIN
  return sightId !== null && isSure && isWrongSide(sight, seen_view)
}

/** Only where the whole vehicle was asked for does a missing or cut one say something against the picture. */
function isWhole({ sight }: Seen): boolean {
  return sight?.whole_vehicle === true
}

/** Left out elsewhere: clients with thresholds of their own would refuse every section of a vehicle. */
function judgedZoom(seen: Seen): number | null {
  const main = believeVehicle(seen.detection)
  return main && isWhole(seen) ? zoomOf(main.box) : null
}

/** True or false as far as the detector can tell; null when it cannot, as on a door that fills the picture. */
export function hasVehicle(seen: Seen): boolean | null {
  if (believeVehicle(seen.detection)) return true
  return seen.detection && isAbsent(seen.detection) && isWhole(seen) ? false : null
}

function among(issues: ComplianceIssue[], group: readonly ComplianceIssue[]): ComplianceIssue[] {
  return issues.filter((issue) => group.includes(issue))
}

function checkOf(issues: ComplianceIssue[]): Check {
  return { status: 'DONE', is_compliant: issues.length === 0, reasons: reasonsOf(issues) }
}

/** The oldest clients know of all coverage issues a missing vehicle and a wrong angle; an unknown sight they ignore. */
function coverageCheck(sightId: string, issues: ComplianceIssue[]) {
  return {
    status: 'DONE' as const,
    is_compliant: !issues.includes('no_vehicle') && !issues.includes('wrong_angle'),
    reasons: reasonsOf(among(issues, COVERAGE_ISSUES)),
    // The interface specification names the sight here, the published clients among the parameters.
    sight_id: sightId,
    parameters: { sight_id: sightId },
  }
}

/** The oldest clients drop both reasons of zoom: refused here, a picture would be refused without saying why. */
function zoomCheck(issues: ComplianceIssue[]): Check {
  return { status: 'DONE', is_compliant: true, reasons: reasonsOf(among(issues, ZOOM_ISSUES)) }
}

function vehicleAnalysis(seen: Seen, detection: ScoredDetection): VehicleAnalysis {
  const present = hasVehicle(seen)
  const main = believeVehicle(detection)
  return {
    ...(present === null ? {} : { is_vehicle_present: present }),
    ...(main
      ? {
          vehicle_fully_in_frame: edgesCut(main.box) === 0,
          // Of its box: no model here draws the outline of a vehicle.
          ratio_of_vehicle_to_image_pixels: round(areaOf(main.box)),
        }
      : {}),
  }
}

/** Whether the picture shows its sight is said only where something of it was judged. */
function coverageAnalysis(seen: Seen, issues: ComplianceIssue[]) {
  const { sightId, sight, direction, detection } = seen
  if (sightId === null && !sight && !direction) return {}
  const coverage = among(issues, COVERAGE_ISSUES)
  return {
    coverage_analysis: {
      ...(detection && isWhole(seen) ? { is_compliant_with_sight: coverage.length === 0 } : {}),
      compliance_issues: coverage,
      ...(direction ? { probability_by_viewpoint: probabilities(direction) } : {}),
    },
  }
}

/** A vehicle that ends inside the picture is a view of it. One that is cut all around is seen from near. */
function predictedTypeOf(detection: ScoredDetection | null) {
  const main = believeVehicle(detection)
  if (!main) return 'unknown'
  const cut = edgesCut(main.box)
  if (cut <= 1) return 'beauty_shot'
  return cut >= 3 ? 'close_up' : 'unknown'
}

function orientationOf({ image_width, image_height }: PictureSizes) {
  if (image_width === image_height) return 'other'
  return image_width > image_height ? 'landscape' : 'portrait'
}
