import { type Static, Type } from 'typebox'
import { Closed, Nullable, OneOf, Time } from '../contracts/schema.ts'

const DAYS_MAX = 36_500
/** Each counts from another moment. */
const MEANINGS = {
  inspections_days:
    'days from its creation until an inspection is erased, with everything that belongs to it',
  deleted_inspections_days: 'days from its deletion until a deleted inspection is erased',
} as const
export type Rule = keyof typeof MEANINGS
// The keys of the table are the rules; Object.keys does not say so.
export const RULES = Object.keys(MEANINGS) as Rule[]

const Days = (rule: Rule) =>
  Nullable(
    Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      description: `${MEANINGS[rule]}; null: kept`,
    }),
  )

export const Retention = Type.Object(
  {
    object_type: OneOf(['RETENTION']),
    inspections_days: Days('inspections_days'),
    deleted_inspections_days: Days('deleted_inspections_days'),
    version: Type.Integer({ minimum: 0, description: 'increases with every change; 0 before the first' }),
    updated_at: Nullable(Time),
    updated_by: Nullable(Type.String()),
  },
  { $id: 'Retention' },
)
export type Retention = Static<typeof Retention>

export const UpdateRetention = Closed({
  inspections_days: Type.Optional(Days('inspections_days')),
  deleted_inspections_days: Type.Optional(Days('deleted_inspections_days')),
})
export type UpdateRetention = Static<typeof UpdateRetention>

const TrialDays = (rule: Rule) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: DAYS_MAX,
      description: `${MEANINGS[rule]}; default: the rule in force`,
    }),
  )
export const PreviewQuery = Closed({
  inspections_days: TrialDays('inspections_days'),
  deleted_inspections_days: TrialDays('deleted_inspections_days'),
})
export type PreviewQuery = Static<typeof PreviewQuery>

const Due = Type.Object({
  days: Type.Integer(),
  due_count: Type.Integer({ minimum: 0, description: 'how many would go now; held ones are not counted' }),
  is_counted_whole: Type.Boolean({ description: 'false: there are more than were counted' }),
  held_count: Type.Integer({
    minimum: 0,
    description: 'how many of the counted would go if they were not held',
  }),
  next_due_at: Nullable(
    Type.String({ description: 'when the next one is due that is not due now, ISO 8601, UTC' }),
  ),
})
export type Due = Static<typeof Due>

export const RetentionPreview = Type.Object(
  {
    object_type: OneOf(['RETENTION_PREVIEW']),
    inspections: Nullable(Due),
    deleted_inspections: Nullable(Due),
  },
  { $id: 'RetentionPreview' },
)
export type RetentionPreview = Static<typeof RetentionPreview>
