import type { ComplianceIssue as CatalogIssue } from '@walkaround/catalog/compliance-issues'
import type { ScoredDetection } from '../../detect-vehicle.ts'
import { QUALITY_THRESHOLDS, type QualityScores } from '../../quality.ts'
import { isCutThrough, ZOOM_THRESHOLDS, zoomOf } from './zoom.ts'

export const QUALITY_ISSUES = [
  'low_resolution',
  'blurriness',
  'underexposure',
  'overexposure',
  'lens_flare',
] as const
export const ZOOM_ISSUES = ['too_zoomed', 'not_zoomed_enough'] as const
export const COVERAGE_ISSUES = [
  'unknown_sight',
  'no_vehicle',
  'wrong_angle',
  'vehicle_not_fully_in_frame',
] as const

export const COMPLIANCE_ISSUES = [
  ...QUALITY_ISSUES,
  ...COVERAGE_ISSUES,
  ...ZOOM_ISSUES,
] as const satisfies CatalogIssue[]
export type ComplianceIssue = (typeof COMPLIANCE_ISSUES)[number]

/**
 * What the oldest clients are told: their code, and a text they may show. Null for what they do not know; they would
 * show a refusal without a reason. One text they compare letter by letter, to ignore it: that of an unknown sight.
 */
const REASONS: Record<ComplianceIssue, string | null> = {
  low_resolution: 'LOW_RESOLUTION--the picture is too small',
  blurriness: 'BLURRINESS--the picture is blurred',
  underexposure: 'UNDEREXPOSURE--the picture is too dark',
  overexposure: 'OVEREXPOSURE--the picture is too bright',
  lens_flare: 'LENS_FLARE--a light dazzles the camera',
  unknown_sight: 'UNKNOWN_SIGHT--unknown sight',
  no_vehicle: 'NO_CAR_BODY--no vehicle is seen',
  wrong_angle: 'WRONG_ANGLE--another side of the vehicle is seen',
  vehicle_not_fully_in_frame: null,
  too_zoomed: 'TOO_ZOOMED--the vehicle fills the picture',
  not_zoomed_enough: 'NOT_ZOOMED_ENOUGH--the vehicle is too far away',
}

export function reasonsOf(issues: readonly ComplianceIssue[]): string[] {
  return issues.flatMap((issue) => REASONS[issue] ?? [])
}

export const VEHICLE_THRESHOLDS = {
  /** A vehicle of at least this score is believed. */
  PRESENT_SCORE_MIN: 0.3,
  /** Only where nothing scores this much is there none. Between the two nobody knows. */
  ABSENT_SCORE_MAX: 0.05,
} as const

export function isAbsent({ score_max }: ScoredDetection): boolean {
  return score_max < VEHICLE_THRESHOLDS.ABSENT_SCORE_MAX
}

/** The main vehicle, if it is surely one. */
export function believeVehicle(detection: ScoredDetection | null) {
  const main = detection?.main
  return main && main.score >= VEHICLE_THRESHOLDS.PRESENT_SCORE_MIN ? main : null
}

export function qualityIssues(
  scores: QualityScores,
  { image_width, image_height }: { image_width: number; image_height: number },
): ComplianceIssue[] {
  const { SCORE_MIN, SHORT_SIDE_MIN_PX } = QUALITY_THRESHOLDS
  const found: Record<(typeof QUALITY_ISSUES)[number], boolean> = {
    low_resolution: Math.min(image_width, image_height) < SHORT_SIDE_MIN_PX,
    blurriness: scores.blurriness < SCORE_MIN,
    underexposure: scores.underexposure < SCORE_MIN,
    overexposure: scores.overexposure < SCORE_MIN,
    lens_flare: scores.lens_flare < SCORE_MIN,
  }
  return QUALITY_ISSUES.filter((issue) => found[issue])
}

/**
 * For a picture that is to show a whole vehicle. Each of these sends a person back to the car, so a doubtful vehicle
 * (one that was found with a low score) is no issue at all. How often it errs: server/evaluate/vehicles.ts.
 */
export function framingIssues(detection: ScoredDetection): ComplianceIssue[] {
  if (isAbsent(detection)) return ['no_vehicle']
  const main = believeVehicle(detection)
  if (!main) return []
  const zoom = zoomOf(main.box)
  if (zoom < ZOOM_THRESHOLDS.ZOOM_MIN) return ['too_zoomed']
  if (zoom > ZOOM_THRESHOLDS.ZOOM_MAX) return ['not_zoomed_enough']
  return isCutThrough(main.box) ? ['vehicle_not_fully_in_frame'] : []
}
