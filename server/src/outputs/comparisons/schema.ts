import { type Static, Type } from 'typebox'
import { DAMAGE_TYPES } from '../../core/contracts/damage-types.ts'
import { PART_TYPES } from '../../core/contracts/part-types.ts'
import {
  Closed,
  Deleted,
  IdOf,
  Nullable,
  OneOf,
  PageQuery,
  Paging,
  Reason,
  Text,
  Time,
  Version,
} from '../../core/contracts/schema.ts'
import { REASONS, SIGNALS, VERDICTS, type Verdict } from './method/types.ts'

const COMPARISON_STATUSES = ['IN_PROGRESS', 'DONE', 'ERROR'] as const
const STARTERS = ['person', 'return'] as const

const CAPTURE_SOURCES = ['camera', 'client', 'upload'] as const

const Part = OneOf(PART_TYPES)
const Parts = Type.Array(Part)
const OptionalNumber = Nullable(Type.Number())
const OptionalText = Nullable(Type.String())
const Values = Type.Unsafe<Record<string, number | string>>({
  type: 'object',
  additionalProperties: { type: ['number', 'string'] },
  description: 'figures behind it',
})
const Minor = Nullable(Type.Integer({ description: 'net, in minor units; null while unknown' }))

const Sighting = Type.Object(
  {
    damage_id: Nullable(Type.String({ description: 'null where no recorded damage is' })),
    image_id: Type.String(),
    is_gone: Type.Boolean({ description: 'whether the picture was deleted' }),
    polygons: Type.Unsafe<[number, number][][]>(Type.Array(Type.Array(Type.Array(Type.Number())))),
    bounding_box: Type.Object({
      xmin: Type.Number(),
      ymin: Type.Number(),
      width: Type.Number(),
      height: Type.Number(),
    }),
    score: OptionalNumber,
    length_mm: OptionalNumber,
    length_error_mm: OptionalNumber,
    min_resolvable_mm: OptionalNumber,
    captured_at: Nullable(Time),
    captured_at_source: OneOf(CAPTURE_SOURCES),
    sha256: Type.String({ description: 'of the original' }),
    alignment: Nullable(
      Type.Array(Type.Number(), {
        description: '3×3 matrix, row by row: pixels of the later picture to pixels of this one',
      }),
    ),
  },
  { $id: 'ComparisonSighting' },
)
export type Sighting = Static<typeof Sighting>
export const ComparisonSighting = Sighting

const SightingRef = Nullable(Type.Unsafe<Sighting>(Type.Ref('ComparisonSighting')))
const OneVerdict = OneOf(VERDICTS)

const Decision = Type.Object({
  verdict: OneVerdict,
  reason: OptionalText,
  note: OptionalText,
  decided_by: Type.String(),
  decided_at: Time,
})

const Count = Type.Integer({ minimum: 0 })
const Summary = Type.Object({
  ...(Object.fromEntries(VERDICTS.map((verdict) => [verdict, Count])) as Record<Verdict, typeof Count>),
  open: Type.Integer({ minimum: 0, description: 'places that nobody has decided' }),
})
export type Summary = Static<typeof Summary>

const Charges = Type.Object({
  currency: Nullable(Type.String({ description: 'ISO 4217' })),
  confirmed: Minor,
  proposed: Minor,
  needs_human_decision: Type.Boolean({
    description:
      'whether a person must still decide on a place that is proposed to be charged. Nothing may be charged automatically: only `confirmed` holds what people decided',
  }),
})
export type Charges = Static<typeof Charges>

export const ComparisonPlace = Type.Object(
  {
    id: Type.String(),
    object_type: OneOf(['COMPARISON_PLACE']),
    number: Type.Integer({ minimum: 1, description: 'kept when the comparison is made anew' }),
    verdict: OneOf(VERDICTS, { description: 'of a person, otherwise the proposed one' }),
    proposed_verdict: OneVerdict,
    certainty: Type.Number({ minimum: 0, maximum: 1 }),
    part_type: Nullable(Part),
    damage_type: Nullable(OneOf(DAMAGE_TYPES)),
    reasons: Type.Array(Type.Object({ reason: OneOf(REASONS), values: Values })),
    earlier: SightingRef,
    later: SightingRef,
    other_pairs: Type.Array(Type.Object({ earlier: SightingRef, later: SightingRef }), {
      description: 'further pictures of the place, at most 4 pairs',
    }),
    decision: Nullable(Decision),
    note: OptionalText,
    is_damage: Type.Boolean({ description: 'false if a person says that it is no damage' }),
    is_chargeable: Type.Boolean(),
    chargeable_rule: Nullable(
      Type.String({ description: '`person`, a wear rule, or a rule in docs/estimate.md' }),
    ),
    amount: Minor,
    version: Version,
    comparison_effect: Type.Optional(
      Type.Object(
        { version: Version, summary: Summary, charges: Charges },
        { description: 'the comparison after a decision; only in its response' },
      ),
    ),
  },
  { $id: 'ComparisonPlace' },
)
export type ComparisonPlace = Static<typeof ComparisonPlace>

const Model = Type.Object({ name: Type.String(), version: Type.String(), digest: Type.String() })

const fields = {
  id: Type.String(),
  object_type: OneOf(['COMPARISON']),
  created_at: Time,
  updated_at: Time,
  created_by: Type.String(),
  done_at: Nullable(Time),
  version: Version,
  status: OneOf(COMPARISON_STATUSES),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  error: Nullable(Type.String({ description: 'reason of the failure' })),
  started_by: OneOf(STARTERS, { description: '`return`: by itself, once the return was analyzed' }),
  earlier_inspection_id: Type.String(),
  later_inspection_id: Type.String(),
  is_outdated: Type.Boolean({
    description: 'whether either inspection has changed since, or the earlier one was deleted',
  }),
  summary: Summary,
}

export const ComparisonSummary = Type.Object(fields, { $id: 'ComparisonSummary' })
export type ComparisonSummary = Static<typeof ComparisonSummary>

export const Comparison = Type.Object(
  {
    ...fields,
    models: Type.Array(Model, { description: 'that read both sides' }),
    is_earlier_read_again: Type.Boolean({
      description: 'whether the earlier pictures were analyzed again, with the models of the later ones',
    }),
    panels: Type.Object({ compared: Parts, not_seen_before: Parts, not_seen_now: Parts }),
    signals: Type.Array(
      Type.Object({
        signal: OneOf(SIGNALS),
        earlier_image_id: OptionalText,
        later_image_id: OptionalText,
        values: Values,
      }),
    ),
    places: Type.Array(Type.Unsafe<ComparisonPlace>(Type.Ref('ComparisonPlace'))),
    charges: Charges,
  },
  { $id: 'Comparison' },
)
export type Comparison = Static<typeof Comparison>

export const CreateComparison = Closed({
  earlier_inspection_id: IdOf('earlier_inspection', { description: 'id of the inspection' }),
  later_inspection_id: IdOf('inspection'),
})
export type CreateComparison = Static<typeof CreateComparison>

export const UpdateComparisonPlace = Closed({
  verdict: Type.Optional(
    Nullable(OneOf(VERDICTS, { description: 'null restores the place as it was proposed' })),
  ),
  reason: Reason,
  note: Type.Optional(Nullable(Text)),
  is_damage: Type.Optional(Type.Boolean()),
  is_chargeable: Type.Optional(
    Nullable(Type.Boolean({ description: 'null restores the proposal of the wear rules' })),
  ),
})
export type UpdateComparisonPlace = Static<typeof UpdateComparisonPlace>

export const ComparisonQuery = Closed({
  ...PageQuery('comparison'),
  inspection_id: Type.Optional(IdOf('inspection', { description: 'on either side' })),
})
export type ComparisonQuery = Static<typeof ComparisonQuery>

export const ComparisonList = Type.Object({ data: Type.Array(Type.Ref('ComparisonSummary')), paging: Paging })
export const DeletedComparison = Deleted('COMPARISON')

export const ComparisonSettings = Type.Object(
  {
    object_type: OneOf(['COMPARISON_SETTINGS']),
    compares_returns: Type.Boolean({
      description:
        'whether an inspection with a `related_inspection_id` is compared once its damage detection is done',
    }),
    version: Type.Integer({ minimum: 0, description: 'increases with every change; 0 before the first' }),
    updated_at: Nullable(Time),
    updated_by: OptionalText,
  },
  { $id: 'ComparisonSettings' },
)
export type ComparisonSettings = Static<typeof ComparisonSettings>

export const UpdateComparisonSettings = Closed({ compares_returns: Type.Boolean() })
export type UpdateComparisonSettings = Static<typeof UpdateComparisonSettings>

export const ComparisonParams = Type.Object({ comparison_id: IdOf('comparison') })
export const PlaceParams = Type.Object({
  comparison_id: IdOf('comparison'),
  place_id: IdOf('comparison_place'),
})
