import { type Static, Type } from 'typebox'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import { Closed, IdOf, Nullable, OneOf, Text, Time, Version } from '../../core/contracts/schema.ts'
import { LINE_KINDS, OPERATIONS } from '../costs/estimate-types.ts'

const Minor = Type.Integer({ description: 'minor units of the currency' })
const Span = Type.Object({ low: Minor, likely: Minor, high: Minor })
const Millimetres = Type.Object({ low: Type.Number(), likely: Type.Number(), high: Type.Number() })
const Part = OneOf(PART_TYPES)
const Rule = Type.String({ description: 'reason, as a rule in docs/estimate.md' })
const Level = Type.Integer({ minimum: 0, maximum: 3, description: '0 none, 1 low, 2 medium, 3 high' })

const Origin = Type.Object({
  id: Type.String(),
  version: Type.String(),
  sha256: Type.String({ description: 'digest of the content as canonical JSON' }),
})

const Line = Type.Object({
  id: Type.String(),
  part_type: Part,
  kind: OneOf(LINE_KINDS),
  damage_ids: Type.Array(Type.String()),
  operation: OneOf(OPERATIONS),
  rule: Rule,
  table_rows: Type.Array(Type.String(), {
    description: 'figures used, as JSON paths in the table',
  }),
  unit: OneOf(['hour', 'piece']),
  quantity: Type.Integer({ description: 'thousandths of an hour, or pieces' }),
  unit_minor: Minor,
  low: Minor,
  likely: Minor,
  high: Minor,
})

const Decision = Type.Object({
  damage_id: Type.String(),
  part_type: Part,
  operation: OneOf(OPERATIONS),
  rule: Rule,
  size_mm: Millimetres,
  size_rule: Rule,
})

const EstimatePart = Type.Object({
  part_type: Part,
  operation: OneOf(OPERATIONS),
  operation_rule: Nullable(Rule),
  operations: Type.Array(Type.String()),
  hours: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'number' } }),
  level: Level,
  level_rule: Rule,
  decisions: Type.Array(Decision),
  lines: Type.Array(Line),
  net: Span,
})

const Verdict = Type.Object({
  damage_id: Type.String(),
  part_type: Part,
  verdict: OneOf(['billable', 'within_wear', 'uncertain']),
  rule: Nullable(Type.String({ description: 'of the wear rule pack' })),
  reason: Rule,
  measured_mm: Nullable(Millimetres),
  limit_mm: Nullable(Type.Number()),
  unchecked: Type.Array(Type.String(), { description: 'details the rule requires but no picture shows' }),
})

export const EstimateAnswer = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['ESTIMATE']),
    inspection_id: Type.String(),
    version: Version,
    created_at: Time,
    created_by: Type.String({
      description: '`algo` if a task created it, otherwise the author of the correction it follows',
    }),
    table: Origin,
    wear_pack: Nullable(Origin),
    region: Type.String(),
    currency: Type.String({ description: 'ISO 4217' }),
    scope: OneOf(['visible_damage_only']),
    parts: Type.Array(EstimatePart),
    net: Span,
    tax_rate: Type.Number({ description: '0.19 means 19 percent' }),
    tax: Span,
    total: Span,
    total_loss: Nullable(
      Type.Object({ flag: Type.Boolean(), rule: Rule, share: Type.Number(), market_value_minor: Minor }),
    ),
    verdicts: Type.Array(Verdict),
    not_priced: Type.Array(Type.Object({ damage_id: Type.String(), part_type: Nullable(Part), rule: Rule })),
    unconfirmed: Type.Array(Type.String(), {
      description: 'damages that are priced but not confirmed',
    }),
    standing: Type.Object(
      {
        currency: Type.String({ description: 'ISO 4217' }),
        damage_count: Type.Integer({ description: 'damages of the inspection' }),
        priced_damage_count: Type.Integer({
          description: 'damages that a price stands for; no sum includes the others',
        }),
        net: Span,
        tax: Span,
        total: Span,
      },
      {
        description:
          'what the report and the console show: the sums with the prices people set and without those they removed',
      },
    ),
  },
  { $id: 'Estimate' },
)
export type EstimateAnswer = Static<typeof EstimateAnswer>

export const CreateEstimate = Nullable(
  Closed({
    region: Type.Optional(Nullable(Text)),
    wear_pack: Type.Optional(Nullable(Text)),
  }),
)
export type CreateEstimate = Static<typeof CreateEstimate>

export const EstimateParams = Type.Object({ inspection_id: IdOf('inspection') })
