import type { Language } from '@walkaround/catalog/languages'
import type { SeverityLevel } from '@walkaround/catalog/severities'
import type { DamageType } from '../../core/contracts/damage-types.ts'
import type { Box, CheckDigit, Point, ScaleSource, WheelName } from '../../core/contracts/findings.ts'
import type { PartType } from '../../core/contracts/part-types.ts'
import type { PAPERS } from '../../core/platform/setting-mistakes.ts'
import type { Span } from '../../findings/costs/amounts.ts'
import type { Estimate, Operation, Verdict } from '../../findings/costs/estimate-types.ts'

export const REPORT_FORMAT = 'walkaround-report/1'

export type Paper = (typeof PAPERS)[number]

/**
 * Everything a report says, as facts and codes: words, numbers and dates are written only when it is rendered. The
 * JSON of it is attached to the PDF, so that a program can read and check what a person reads on paper. Null: not known.
 * Times are ISO 8601 in UTC.
 */
export type ReportContent = {
  format: typeof REPORT_FORMAT
  report_id: string
  inspection_id: string
  /** Of the layout and the words, as it is printed in the footer. */
  template_version: string
  language: Language
  paper: Paper
  /** IANA name: times are printed in it, and it is named. */
  time_zone: string
  created_at: string
  /** Who runs the service. */
  service_name: string
  operator: ReportOperator
  client_name: string | null
  customer: string | null
  inspection: ReportInspection
  /** Whether a model has looked for damages: `open` while it has not, `not_asked` where nobody wanted it to. */
  analysis: 'done' | 'open' | 'not_asked'
  /** By the operator's rule; null without one. Without a value something is not known that the rule asks for. */
  grade: { value: string | null } | null
  vehicle: ReportVehicle
  coverage: ReportCoverage
  damages: ReportDamage[]
  /** In the order of a walk around the vehicle, close-ups after what they belong to. */
  images: ReportImage[]
  /** The picture of the whole vehicle on the first page. */
  cover_image_id: string | null
  wheels: ReportWheel[]
  documents: ReportDocument[]
  /** Null where no price was asked for. */
  estimate: Estimate | null
  /** How many of the damages a price stands for. Null where no price was asked for. */
  priced_damages: number | null
  unresolved: UnresolvedItem[]
  history: HistoryEntry[]
  models: { name: string; version: string; sha256: string }[]
  rules: { id: string; version: string }[]
  /** How many more there are than a report holds. */
  omitted: { damages: number; images: number; history: number }
  verification: { url: string; code: string } | null
}

/** What the operator's settings say. */
export type ReportOperator = {
  address: string[]
  /** How to contest, in paragraphs; empty: in the words of the report. */
  contest: string[]
  /** The page on which the person objects, if somebody made a link before. */
  contest_url: string | null
  color: string
}

export type ReportInspection = {
  /** As the client names it, such as `check-in`. */
  type: string | null
  /** Number of the claim or the contract. */
  reference: string | null
  place: string | null
  inspector: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  validated: { at: string; by: string } | null
  comment: string | null
}

export type ReportVehicle = {
  vin: string | null
  vin_check: CheckDigit | 'malformed' | null
  plate: string | null
  brand: string | null
  model: string | null
  /** As the client names it; the drawing is of the body nearest to it. */
  vehicle_type: string | null
  color: string | null
  mileage: (Mileage & { image_id: string | null }) | null
  date_of_circulation: string | null
  duplicate_keys: boolean | null
  market_value: { minor: number; currency: string } | null
}

export type Mileage = { value: number; unit: 'km' | 'miles' }

export type ReportCoverage = {
  parts_seen: PartType[]
  parts_not_seen: PartType[]
  /** 0 to 1, of the parts that a compliant picture was taken in front of. */
  parts_share: number | null
  ring: { segments: number; covered: number } | null
}

export type ReportDamage = {
  /** That of its label in the service. The same number stands on the drawing, the pictures and in the tables. */
  number: number
  damage_id: string
  damage_type: DamageType
  part_types: PartType[]
  size_cm: (Span & { scale_source: ScaleSource | 'person' }) | null
  severity: { level: SeverityLevel; rule_id: string | null } | null
  repair_operation: Operation | null
  operation_rule: string | null
  /** Likely, of all work on the part. Null where nothing is charged for this damage alone, or a person set the price. */
  hours: number | null
  /** Net, in minor units of the estimate's currency. Null where nothing is charged for this damage alone. */
  price: Span | null
  /** The number of the damage in whose price this one is contained. */
  priced_with: number | null
  origin:
    | { kind: 'model'; name: string; version: string; sha256: string }
    | { kind: 'person'; name: string; at: string }
  /** 0 to 1, of a model only. */
  confidence: number | null
  /** Whether it is so unsure that no price is made of it until a person has confirmed it. */
  is_doubtful: boolean
  /** The last person who changed what a model said. */
  corrected: { at: string; by: string } | null
  confirmed: { at: string; by: string } | null
  wear: { verdict: Verdict['verdict']; rule_id: string | null; limit_cm: number | null } | null
  /** The best one first: it is shown. */
  views: { image_id: string; box: Box; polygons: Point[][] }[]
}

export type ReportImage = {
  image_id: string
  /** That of its label in the service. */
  number: number
  /** Of the original, the bytes as they came in. */
  sha256: string
  /** What the device says, if it says anything. */
  taken_at: string | null
  received_at: string
  viewpoint: string | null
  /** What the client calls it. */
  label: string | null
  image_type: string
  /** Of the upright original, in pixels: what boxes and polygons are measured in. */
  width: number
  height: number
  /** Null: not checked. */
  checks: { issue: string; is_passed: boolean }[] | null
}

export type ReportWheel = {
  wheel_name: WheelName | null
  image_id: string
  /** Codes by the name of the question; confidence null where no model can tell. */
  judgements: { question: string; answer: string; confidence: number | null }[]
}

export type ReportDocument = {
  image_id: string
  type: string | null
  readings: { field: string; value: string; confidence: number | null }[]
}

/** What is open, one for each reason, and what it is about. About nothing of these: the whole vehicle. */
export type UnresolvedItem = {
  reason: string
  part_types: PartType[]
  damage_numbers: number[]
  image_ids: string[]
  task_names: string[]
}

/** What of a correction is told. Outlines would fill pages with figures: that they changed is enough. */
export const SHOWN_FIELDS = [
  'damage_type',
  'part_type',
  'damage_size_cm',
  'confirmed_by',
  'pricing',
  'level',
  'repair_operation',
] as const
export type ShownField = (typeof SHOWN_FIELDS)[number]

export type HistoryEntry = {
  at: string
  /** Null: the service itself. */
  by: string | null
  /** The event, such as `damage.updated`. */
  event: string
  /** The damage it is about; without a number one that is not in this report. */
  damage: { number: number | null; damage_type: DamageType; part_types: PartType[] } | null
  /** The part whose price it is about. */
  part_type: PartType | null
  task_name: string | null
  /** Values as the interface has them; prices are in `currency`. */
  changes: { field: ShownField; before: string | number | null; after: string | number | null }[]
  currency: string | null
  reason: string | null
}
