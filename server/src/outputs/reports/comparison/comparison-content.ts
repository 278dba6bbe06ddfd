import type { Change } from '@walkaround/catalog/changes'
import type { Language } from '@walkaround/catalog/languages'
import type { DamageType } from '../../../core/contracts/damage-types.ts'
import type { Box, Point } from '../../../core/contracts/findings.ts'
import type { PartType } from '../../../core/contracts/part-types.ts'
import type { Comparison, ComparisonPlace } from '../../comparisons/schema.ts'
import type { Mileage, Paper, ReportContent, ReportOperator, ReportVehicle } from '../report-content.ts'

export const COMPARISON_FORMAT = 'walkaround-comparison/1'

export const SIDES = ['earlier', 'later'] as const
export type SideName = (typeof SIDES)[number]

/**
 * Everything the paper of a comparison says, as facts and codes. As with a report, words are written when it is rendered,
 * and the JSON of it is attached to the PDF. Null: not known. Times are ISO 8601 in UTC.
 */
export type ComparisonContent = {
  format: typeof COMPARISON_FORMAT
  report_id: string
  comparison_id: string
  /** What people had decided when the paper was made. */
  comparison_version: number
  template_version: string
  language: Language
  paper: Paper
  time_zone: string
  created_at: string
  service_name: string
  operator: ReportOperator
  /** When the method had compared. */
  compared_at: string | null
  /** Whether an inspection had changed since. */
  is_outdated: boolean
  /** As the later inspection has it. */
  vehicle: Pick<ReportVehicle, 'vin' | 'plate' | 'brand' | 'model' | 'vehicle_type' | 'color'>
  earlier: ComparisonSide
  later: ComparisonSide
  /** In the order of their numbers. */
  places: PaperPlace[]
  charges: Comparison['charges']
  signals: Comparison['signals']
  panels: Comparison['panels']
  models: Comparison['models']
  is_earlier_read_again: boolean
  /** The pictures of both sides; those of a deleted inspection are gone. */
  images: ComparisonImage[]
  /** How many more there are than the paper holds. */
  omitted: { places: number; signals: number }
  verification: ReportContent['verification']
}

export type ComparisonSide = {
  inspection_id: string
  type: string | null
  created_at: string
  is_deleted: boolean
  place: string | null
  inspector: string | null
  mileage: Mileage | null
  image_count: number
  /** First and last time that pictures name; null where none does. */
  taken: { from: string; to: string } | null
}

export type ComparisonImage = {
  image_id: string
  side: SideName
  /** That of its label in the service. */
  number: number
  /** Of the original, the bytes as they came in. */
  sha256: string
  taken_at: string | null
  received_at: string
  width: number
  height: number
}

export type PaperPlace = {
  place_id: string
  number: number
  verdict: Change
  proposed_verdict: Change
  certainty: number
  part_type: PartType | null
  damage_type: DamageType | null
  reasons: ComparisonPlace['reasons']
  earlier: PaperSighting | null
  later: PaperSighting | null
  decision: ComparisonPlace['decision']
  is_damage: boolean
  is_chargeable: boolean
  chargeable_rule: string | null
  /** Net, in minor units of the charges' currency. */
  amount: number | null
}

export type PaperSighting = {
  damage_id: string | null
  image_id: string
  box: Box
  polygons: Point[][]
  length_mm: number | null
  length_error_mm: number | null
  captured_at: string | null
  captured_at_source: NonNullable<ComparisonPlace['earlier']>['captured_at_source']
  /** Also of a picture that is gone. */
  sha256: string
}
