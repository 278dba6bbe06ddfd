import type { DamageType } from '@walkaround/catalog/damage-types'
import type { PartType } from '@walkaround/catalog/parts'
import type { Span } from './amounts.ts'
import type { OpenTable, OpenWearPack } from './open-tables.ts'
import type { RuleId } from './rules.ts'

export type EstimateDamage = {
  id: string
  damage_type: DamageType
  part_types: PartType[]
  /** The longest side; null where no scale is known. */
  size_cm: number | null
  size_cm_low: number | null
  size_cm_high: number | null
  /** Whether a person has said that it is there. */
  is_confirmed: boolean
  confidence: number | null
  /** Where it is known; else it is taken from the size. */
  area_dm2?: number
}

export type EstimateInput = {
  table: OpenTable
  wear: OpenWearPack | null
  vehicle: {
    brand: string | null
    vehicle_type: string | null
    /** Must be in the currency of the table. */
    market_value: { minor: number; currency: string } | null
  }
  damages: EstimateDamage[]
  /** What people have chosen for a part; it stands above the rules. */
  choices?: { part_type: PartType; repair_operation: 'repair' | 'replace' }[]
}

/** From the smallest to the largest. */
export const OPERATIONS = ['none', 'polish', 'pdr', 'repair', 'replace'] as const
export type Operation = (typeof OPERATIONS)[number]

/** What is charged. Also the key of its words in a language. */
export const LINE_KINDS = [
  'polish',
  'pdr',
  'body',
  'fit',
  'part',
  'refurbish',
  'refinish',
  'clear_coat',
  'blend',
  'material',
  'span',
  'agreed',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

export type EstimateLine = {
  id: string
  /** Where the work is done: a child of the part it is priced with, or the neighbour that is blended. */
  part_type: PartType
  kind: LineKind
  damage_ids: string[]
  operation: Operation
  rule: RuleId
  /** The figures of the table it was made from, as JSON paths. */
  table_rows: string[]
  unit: 'hour' | 'piece'
  /** Thousandths of an hour, or pieces. Times `unit_minor` it is the likely amount. */
  quantity: number
  unit_minor: number
} & Span

export type Decision = {
  damage_id: string
  part_type: PartType
  /** `none` for what another operation takes with it. */
  operation: Operation
  rule: RuleId
  size_mm: Span
  size_rule: RuleId
}

export type Level = 0 | 1 | 2 | 3

export type EstimatePart = {
  part_type: PartType
  operation: Operation
  /** Null where there is nothing to do. */
  operation_rule: RuleId | null
  /** The same in the words of the wire. */
  operations: string[]
  /** Likely hours: T1 fitting and polishing, T2 body work, PAINT refinishing. */
  hours: Record<string, number>
  level: Level
  level_rule: RuleId
  decisions: Decision[]
  lines: EstimateLine[]
  net: Span
}

export type Verdict = {
  damage_id: string
  part_type: PartType
  verdict: 'billable' | 'within_wear' | 'uncertain'
  /** The rule of the pack, or null where none fits the damage. */
  rule: string | null
  /** Why, in our own rules. */
  reason: RuleId
  measured_mm: Span | null
  limit_mm: number | null
  /** What the rule asks for and no picture shows. */
  unchecked: string[]
}

export type NotPriced = { damage_id: string; part_type: PartType | null; rule: RuleId }

export type TotalLoss = { flag: boolean; rule: RuleId; share: number; market_value_minor: number }

type Origin = { id: string; version: string; sha256: string }

/** Amounts are minor units of `currency`. Same input, same estimate. */
export type Estimate = {
  table: Origin
  wear_pack: Origin | null
  region: string
  currency: string
  scope: 'visible_damage_only'
  parts: EstimatePart[]
  net: Span
  /** 0.19 is nineteen per cent. */
  tax_rate: number
  tax: Span
  total: Span
  total_loss: TotalLoss | null
  verdicts: Verdict[]
  not_priced: NotPriced[]
  /** Priced though nobody has confirmed them. */
  unconfirmed: string[]
}
